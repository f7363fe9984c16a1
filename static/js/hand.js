// The hand: pick up, put down, play, reorder. Every sentence and every move stands in the server's markup; this only
// copies and toggles. On a card: value = its code, data-move = what playing it sends, data-play = the button's text,
// data-ask = the dialog that asks first; beside it a hidden <p> says who pays, or (class "why") why it will not go.
import { springBack } from "./flight.js"
import * as live from "./live.js"
import * as order from "./order.js"
import { openAbove } from "./panels.js"
import { play as sound } from "./sound.js"

const form = document.getElementById("moves")
const playButton = document.getElementById("play")
const row = document.querySelector("[data-says-row]")
let picked = null // id of the lifted card's item
let current = null // id of the item that the Tab key reaches
let refusal = "" // a sentence that stands until the next act
let offered = "" // stamp of the drawn card that was lifted by itself

const cards = () => document.getElementById("cards")
const items = () => [...(cards()?.children ?? [])]
const cardOf = (item) => item?.querySelector(".card")
const pickedCard = () => picked && cardOf(document.getElementById(picked))

/** Puts a hand that is about to be swapped in into this page's order, so that nothing moves when it lands. */
export function dress(fragment) {
  const list = fragment.querySelector("#cards")
  if (list) order.arrange(list)
}

/** Brings the page's own marks in line with what is there now. */
export function refresh() {
  if (picked && !document.getElementById(picked)) picked = null
  const drawn = document.querySelector("#cards [data-drawn]")
  if (drawn && !picked && drawn.dataset.drawn !== offered) {
    offered = drawn.dataset.drawn
    picked = current = drawn.closest("li").id
  }
  sync()
}

export function toggle(card) {
  const { id } = card.closest("li")
  refusal = ""
  picked = picked === id ? null : id
  current = id
  sync()
  live.tell(picked ? live.spoken(row.querySelector("[data-lifted]")) : "")
}

export function putDown() {
  const was = picked
  picked = null
  refusal = ""
  sync()
  return was !== null
}

/** Plays the lifted card: asks first where a suit must be named, and says why not where it will not go. */
export function playPicked() {
  const card = pickedCard()
  if (card) play(card)
}

export function play(card, x = 0, y = -90) {
  if (card.dataset.ask) {
    picked = current = card.closest("li").id
    sync()
    openAbove(document.getElementById(card.dataset.ask), row)
  } else if (card.dataset.move) {
    playButton.value = card.dataset.move
    form.requestSubmit(playButton)
  } else refuse(card, x, y)
}

/** The card goes home and one line says why. */
function refuse(card, x, y) {
  springBack(card, x, y)
  picked = null
  say(reason(card))
}

/** A sentence in the row above the hand, as a refusal. */
export function say(text) {
  refusal = text
  sync()
  sound("no")
  live.tell(text, { urgent: true })
}

export function shift(step) {
  const list = items()
  const from = list.findIndex(({ id }) => id === (picked ?? current))
  const to = from + step
  if (from < 0 || to < 0 || to >= list.length) return
  put(list[from], step > 0 ? list[to].nextSibling : list[to])
}

/** Moves a card to stand before another, and keeps the focus where it was. */
export function put(item, before) {
  const focused = document.activeElement
  order.place(cards(), item, before)
  if (focused !== document.activeElement) focused.focus({ preventScroll: true })
  sync()
}

/** Moves the focus along the hand. */
export function walk(to) {
  const list = items()
  const item = list[Math.max(0, Math.min(list.length - 1, to(list.findIndex(({ id }) => id === current), list.length)))]
  if (!item) return
  current = item.id
  sync()
  cardOf(item).focus({ preventScroll: true })
}

/** Focus for a player whose focused control has just gone: the card at that place, else the status line. */
export function takeFocus(index = -1) {
  const list = items()
  const item = list[Math.min(index, list.length - 1)] ?? document.getElementById(current)
  const target = cardOf(item) ?? document.getElementById("status")
  if (item) current = item.id
  sync()
  target.focus({ preventScroll: true })
}

function reason(card) {
  const words = card.closest("li").querySelector("p")
  return words ? live.spoken(words) : cards().dataset.why ?? ""
}

function sync() {
  const list = items()
  if (!list.some(({ id }) => id === current)) current = list[0]?.id ?? null
  for (const item of list) {
    const card = cardOf(item)
    card.setAttribute("aria-pressed", String(item.id === picked))
    card.tabIndex = item.id === current ? 0 : -1
  }
  const card = pickedCard()
  const goes = Boolean(card?.dataset.play)
  playButton.hidden = !goes
  if (goes) playButton.textContent = card.dataset.play
  document.querySelector("[data-pile]")?.toggleAttribute("data-page-ready", goes)
  row.dataset.pageSays = refusal ? "why" : card ? (goes ? "lift" : "no") : "me"
  const lifted = row.querySelector("[data-lifted]")
  const words = card?.closest("li").querySelector("p")
  if (refusal) lifted.replaceChildren(refusal)
  else if (words) lifted.replaceChildren(...words.cloneNode(true).childNodes)
  else lifted.replaceChildren(card ? cards().dataset.why ?? "" : "")
  order.mark(row.querySelectorAll("[data-sort]"))
}

export function clearRefusal() {
  if (!refusal) return
  refusal = ""
  sync()
}

document.addEventListener("click", (event) => {
  const { target } = event
  const card = target.closest("#cards .card")
  if (card) toggle(card)
  else if (target.closest("#play")) {
    event.preventDefault() // the card says what is sent, and whether something is asked first
    playPicked()
  } else if (target.closest("[data-pile]")) playPicked()
  else if (target.closest("[data-shift]")) shift(Number(target.closest("[data-shift]").dataset.shift))
  else if (target.closest("[data-sort]")) {
    order.sortBy(target.closest("[data-sort]").dataset.sort)
    if (cards()) order.arrange(cards())
    sync()
  }
})
document.addEventListener("close", ({ target }) => target.matches(".ask") && putDown(), true)
