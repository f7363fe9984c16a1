// A card's short flight: from the hand or a seat to the pile, from the stock to the hand. Moves pictures only; what lies
// where is already true when a flight starts.
import { flight } from "./look.js"

const EASE = "cubic-bezier(.2, .8, .2, 1)"
let before = null

/** Remembers where things lie, just before a swap. */
export function note() {
  const cards = new Map()
  for (const item of document.querySelectorAll("#cards > li")) cards.set(item.id, item.firstElementChild.getBoundingClientRect())
  before = { top: top()?.dataset.top, cards, seen: document.getElementById("log-lines")?.lastElementChild?.dataset.n }
}

/** Flies what is new since `note()`. */
export function refresh() {
  const length = flight()
  if (!before || !length || document.hidden) return
  const line = document.getElementById("log-lines")?.lastElementChild
  if (!line || line.dataset.n === before.seen) return
  const landed = top()
  if (landed && line.dataset.sound !== "draw" && landed.dataset.top !== before.top) fly(landed, origin(landed, line), length)
  const stock = document.querySelector("[data-stock] .card-face")?.getBoundingClientRect()
  let delay = 0
  for (const item of document.querySelectorAll("#cards > li")) {
    if (before.cards.has(item.id) || !before.cards.size || !stock) continue
    fly(item.firstElementChild, stock, length, delay)
    delay = Math.min(delay + 60, 360)
  }
}

/** Sends a card home from where it was let go. */
export function springBack(card, x, y) {
  if (!flight()) return
  card.animate([{ translate: `${x}px ${y}px`, rotate: "8deg" }, { translate: "0 0", rotate: "0deg" }], { duration: 360, easing: EASE })
}

function top() {
  return document.querySelector("[data-pile] [data-top]")
}

function origin(landed, line) {
  const gone = [...before.cards].find(([id]) => !document.getElementById(id) && id.startsWith(`c-${landed.dataset.top}`))
  if (gone) return gone[1]
  return document.querySelector(`#seats [data-seat="${line.dataset.seat}"] .seat__fan`)?.getBoundingClientRect()
}

function fly(element, from, duration, delay = 0) {
  const to = element.getBoundingClientRect()
  if (!from || !to.width) return
  const x = from.left + from.width / 2 - (to.left + to.width / 2)
  const y = from.top + from.height / 2 - (to.top + to.height / 2)
  const scale = Math.min(1, from.width / to.width)
  element.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${scale})` }, { transform: "none" }],
    { duration, delay, easing: EASE, fill: "backwards" },
  )
}
