// A card's short flight: from the hand or a seat to the pile, from the stock to the hand. Moves pictures only; what lies
// where is already true when a flight starts.
import { flight } from "./look.js"

const EASE = "cubic-bezier(.2, .8, .2, 1)"
let before = null

/** Remembers where things lie, just before a swap. */
export function note() {
  const cards = new Map()
  for (const item of document.querySelectorAll("#cards > li")) cards.set(item.id, item.firstElementChild.getBoundingClientRect())
  before = { pile: pile().map(code), cards, seen: document.getElementById("log-lines")?.lastElementChild?.dataset.n }
}

/** Flies what is new since `note()`. */
export function refresh() {
  const length = flight()
  if (!before || !length || document.hidden) return
  const line = document.getElementById("log-lines")?.lastElementChild
  if (!line || line.dataset.n === before.seen) return
  const laid = line.dataset.sound === "draw" ? [] : landed()
  laid.forEach((face, at) => fly(face, origin(code(face), line), length, (at * length) / 3))
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

/** The topmost cards of the pile, the top last. */
function pile() {
  return [...document.querySelectorAll("[data-pile] > .card-face:not(.pile__stands)")]
}

function code(face) {
  return face.firstElementChild.getAttribute("href").split("#")[1]
}

/** Those of the cards on the pile that lie on what was there before. */
function landed() {
  const faces = pile()
  const now = faces.map(code)
  const lay = (count) => count === 0 || now.slice(0, count).join() === before.pile.slice(-count).join()
  let still = now.length
  while (!lay(still)) still--
  return faces.slice(still)
}

/** Where a card was that has just been laid: in the own hand, or else with the seat whose move it was. */
function origin(laid, line) {
  const gone = [...before.cards].find(([id]) => !document.getElementById(id) && id.startsWith(`c-${laid}`))
  if (!gone) return document.querySelector(`#seats [data-seat="${line.dataset.seat}"] .seat__fan`)?.getBoundingClientRect()
  before.cards.delete(gone[0]) // its twin of another pack was elsewhere
  return gone[1]
}

function fly(element, from, duration, delay = 0) {
  const to = element.getBoundingClientRect()
  if (!from || !to.width) return
  const x = from.left + from.width / 2 - (to.left + to.width / 2)
  const y = from.top + from.height / 2 - (to.top + to.height / 2)
  const [left = 0, down = 0] = getComputedStyle(element).translate.split(" ").map((length) => Number.parseFloat(length) || 0)
  element.animate(
    [{ translate: `${left + x}px ${down + y}px`, scale: Math.min(1, from.width / to.width) }, {}],
    { duration, delay, easing: EASE, fill: "backwards" },
  )
}
