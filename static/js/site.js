// Ordinary pages: copy, share, forms that are sent once, and a live list or waiting room. Behaviour by data- attributes.
import "./history.js"
import "./look.js"
import "./panels.js"

const TWICE = 3000 // ms within which a form is not sent again
const BEAT = 5000 // ms between heartbeats
const SETTLED = 2000 // ms after which a refusal is news to the page, and not what it has just said

for (const time of document.querySelectorAll("time[datetime]")) {
  const options = { dateStyle: "medium", timeStyle: "short" } // the server knows no time zone of ours
  time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, options)
}

// --- links to hand on

for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share

document.addEventListener("click", async ({ target }) => {
  const copy = target.closest("[data-copy]")
  const share = target.closest("[data-share]")
  if (copy) {
    const field = document.getElementById(copy.dataset.copy)
    field.select()
    await copyText(field)
    tell(copy.dataset.done)
    const label = copy.textContent
    copy.textContent = copy.dataset.done
    setTimeout(() => (copy.textContent = label), 2000)
  } else if (share) {
    navigator.share({ title: share.dataset.title, url: share.dataset.share }).catch(() => {}) // closed by the person
  } else if (target.matches("[data-select]")) target.select()
})

async function copyText(field) {
  try {
    await navigator.clipboard.writeText(field.value)
  } catch {
    document.execCommand("copy") // plain http beyond localhost has no clipboard; the text is selected
  }
}

function tell(text) {
  const region = document.querySelector("[data-said]")
  region.textContent = ""
  setTimeout(() => (region.textContent = text), 60)
}

// --- a double tap is one tap

const sent = new WeakMap()
document.addEventListener("submit", (event) => {
  const before = sent.get(event.target) ?? -TWICE
  if (event.timeStamp - before < TWICE) event.preventDefault()
  else sent.set(event.target, event.timeStamp)
})
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && document.querySelector("[hx-ws\\:connect]")) location.reload() // what it shows is long past
})

// --- what this device has just sent belongs into the list that is shown

document.addEventListener("macao:history", ({ detail }) => {
  if (detail.sent > 0 && document.querySelector("[data-own-matches]")) location.reload()
})

// --- the socket of a waiting room or of the lobby: hx-ws swaps what comes, here is the rest

let connection = null
let version = 0

document.addEventListener("htmx:ws:after:connection", ({ detail }) => (connection = detail.connection))
document.addEventListener("htmx:ws:before:message:incoming", (event) => {
  const frame = JSON.parse(event.detail.message.data)
  version = frame.version ?? version
  if (frame.reload) location.reload()
})
document.addEventListener("htmx:ws:close", ({ detail, timeStamp }) => {
  const changed = detail.code > 4400 && detail.code < 4405 // signed out, sent away, closed: the page says which
  if (changed && timeStamp > SETTLED) location.reload()
})
setInterval(() => {
  if (connection?.socket?.readyState === WebSocket.OPEN) connection.socket.send(JSON.stringify({ seen: version }))
}, BEAT)
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && connection && connection.socket?.readyState !== WebSocket.OPEN) location.reload()
})
