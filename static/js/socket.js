// Around hx-ws: versions and ids on moves, one move in flight, heartbeats, quick return after a silence, and the banner.
// A frame from the server is {"version", "ack", "content", "reload"}; hx-ws swaps the content, the rest is read here.
import * as hand from "./hand.js"
import { tell } from "./live.js"

const BEAT = 5000 // ms between heartbeats
const AGAIN = 2000 // ms until an unanswered move is sent again, with the same id
const STALE = 2000 // ms within which an open socket must answer when the page comes back into sight

let connection = null // hx-ws's own
let version = null // of the table shown; null until the first frame
let flying = null // the move that waits for its answer: { id, data, timer }
let silent = 0 // heartbeats sent since the last frame
let stopped = false // the server said not to come back
let given = "" // key of the deal for which a number was sent

const isOpen = () => connection?.socket?.readyState === WebSocket.OPEN

document.addEventListener("htmx:ws:before:connection", ({ detail }) => (connection = detail.connection))

document.addEventListener("htmx:ws:after:connection", ({ detail }) => {
  connection = detail.connection
  silent = 0
  show("on")
  if (flying) transmit()
})

document.addEventListener("htmx:ws:close", ({ detail }) => {
  stopped = detail.code !== null && !connection.config.reconnectCodes.includes(detail.code)
  show(stopped ? String(detail.code) : "off")
})

document.addEventListener("htmx:ws:before:message:outgoing", (event) => {
  const { message } = event.detail
  if (flying || version === null || !isOpen()) return event.preventDefault()
  const id = makeId()
  message.data = JSON.stringify({ move: message.values.move, version, id, headers: message.headers })
  flying = { id, data: message.data, timer: setTimeout(again, AGAIN) }
  document.body.dataset.waiting = ""
})

document.addEventListener("htmx:ws:before:message:incoming", ({ detail }) => {
  silent = 0
  if (JSON.parse(detail.message.data).reload) location.reload() // another match is on at this table
})

// only now does the page show what the frame brought: a press any earlier would still be about the old table
document.addEventListener("htmx:ws:after:message:incoming", ({ detail }) => {
  const frame = JSON.parse(detail.message.data)
  if (frame.version !== undefined) version = frame.version
  if (!frame.ack || frame.ack.id !== flying?.id) return
  land()
  if (frame.ack.says) hand.say(frame.ack.says)
})

function again() {
  if (!flying) return
  if (isOpen()) transmit()
  flying.timer = setTimeout(again, AGAIN)
}

function transmit() {
  connection.socket.send(flying.data)
}

function land() {
  clearTimeout(flying.timer)
  flying = null
  delete document.body.dataset.waiting
}

/** Sends what is not a move: a heartbeat, a nonce. */
export function send(values) {
  if (!isOpen()) return false
  connection.socket.send(JSON.stringify(values))
  return true
}

function beat() {
  if (stopped || !isOpen()) return
  if (silent >= 2) return drop()
  silent += 1
  send({ seen: version ?? 0 })
}

/** The page is in sight again, or the network is back: look at once whether the socket lives. */
function check() {
  if (stopped || !connection) return
  if (!isOpen()) return hurry()
  const { socket } = connection
  silent = 1
  send({ seen: version ?? 0 })
  setTimeout(() => silent > 0 && connection.socket === socket && drop(), STALE)
}

function hurry() {
  if (!connection.socket || connection.socket.readyState === WebSocket.CONNECTING) return
  clearTimeout(connection.timer)
  connection.attempt = 0
  drop()
}

/** Tells hx-ws that its socket is gone, without waiting for a network that does not answer. */
function drop() {
  silent = 0
  const { abortController } = connection
  connection.socket.dispatchEvent(new CloseEvent("close", { code: 1006 }))
  abortController?.abort() // what the old socket still has to say comes too late
}

function show(state) {
  const was = document.body.dataset.net ?? "on"
  document.body.dataset.net = state
  const banner = document.querySelector("[data-banner]")
  banner.hidden = state === "on"
  const texts = [...banner.querySelectorAll("[data-net-text]")]
  const text = texts.find((item) => item.dataset.netText === state) ?? texts.find((item) => item.dataset.netText === "other")
  for (const item of texts) item.hidden = item !== text
  for (const button of banner.querySelectorAll("[data-when]")) button.hidden = (button.dataset.when === "off") !== (state === "off")
  if (state !== "on" && state !== was) tell(text.textContent.trim(), { urgent: true })
  if (state === "on" && was !== "on") tell(banner.dataset.back)
}

function makeId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)) // randomUUID is missing on plain http beyond localhost
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

/** A round that is about to be dealt asks every seat for a number of its own, once. */
export function nonce() {
  const wanted = document.querySelector("[data-nonce-wanted]")?.dataset.nonceWanted
  if (wanted && wanted !== given && send({ nonce: makeId() })) given = wanted
}

setInterval(beat, BEAT)
document.addEventListener("visibilitychange", () => document.hidden || check())
addEventListener("online", check)
addEventListener("offline", () => connection && !stopped && isOpen() && drop())
addEventListener("pageshow", ({ persisted }) => persisted && check())
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-retry]")) check()
  if (target.closest("[data-reload]")) location.reload()
  if (target.closest("[data-stock]") && !flying) document.querySelector("#acts [value=draw]")?.click()
})
