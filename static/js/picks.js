// The cards that are picked up, in the order in which they are to land, and what they make together.
import * as plays from "./plays.js"

let picked = [] // ids of items
const labels = new WeakMap() // card -> { own, shown }: its label from the server, and the one with the page's words

export const any = () => picked.length > 0
export const has = ({ id }) => picked.includes(id)
export const isLast = ({ id }) => picked.at(-1) === id
export const list = () => picked.map((id) => document.getElementById(id))
export const clear = () => (picked = [])

const hand = () => document.getElementById("cards")
const cardOf = (item) => item.querySelector(".card")
const codeOf = (item) => cardOf(item).value
const codes = () => list().map(codeOf)

/** Takes a card up, to those that it may follow or else alone; one that is up goes down, with those after it. */
export function take(item) {
  const at = picked.indexOf(item.id)
  if (at >= 0) picked.length = at
  else if (following().includes(item)) picked.push(item.id)
  else picked = [item.id]
}

/** Drops what is gone, and what no longer goes with the cards before it. */
export function refresh() {
  const gone = picked.findIndex((id) => !document.getElementById(id))
  if (gone >= 0) picked.length = gone
  while (picked.length > 1 && !plays.along(codes())) picked.pop()
}

/** The cards that may be added. */
export function following() {
  const made = any() && plays.along(codes())
  return made ? [...hand().children].filter((item) => !has(item) && made.goesOn(codeOf(item))) : []
}

/** Codes of the cards that stay in the hand. */
export const rest = () => [...hand().children].filter((item) => !has(item)).map(codeOf)

/** What may be done with the cards: `text` of the button (none: they are no play), `words` on who pays or why not,
 * `move` to send, and what is asked first: a `question` of the graph, or `ask`, the id of a dialog of the card's own. */
export function offer() {
  if (!any()) return null
  const made = plays.along(codes())
  return picked.length > 1 ? several(made) : single(cardOf(list()[0]), made)
}

function single(card, made) {
  const { play: text, move, ask } = card.dataset
  const words = card.closest("li").querySelector("p")
  return { text, words, move: move ?? made?.move, ask, question: text && !ask && !move ? made?.question : undefined }
}

function several({ sentence, question, move }) {
  const no = sentence.startsWith("-")
  const words = document.getElementById("plays").children[Math.abs(Number(sentence))]
  const many = hand().dataset.many.split("|")
  const text = no ? "" : many[picked.length - 2].replace("{cards}", list().map(nameOf).join(", "))
  return { text, words, move, question: no ? undefined : question }
}

const nameOf = (item) => cardOf(item).dataset.name

/** Which cards may be added, as a sentence; empty for none. */
export function spoken() {
  const names = following().map(nameOf)
  return names.length ? hand().dataset.follow.replace("{cards}", names.join(", ")) : ""
}

/** Shows on the cards which are up, as which they land, and which may be added. */
export function mark(items) {
  const next = following()
  for (const item of items) {
    const card = cardOf(item)
    const at = picked.indexOf(item.id)
    const goes = next.includes(item)
    card.setAttribute("aria-pressed", String(at >= 0))
    item.toggleAttribute("data-page-goes", goes)
    if (at >= 0 && picked.length > 1) item.dataset.pageNth = at + 1
    else delete item.dataset.pageNth
    label(card, at >= 0 && picked.length > 1 ? hand().dataset.nth : goes ? hand().dataset.goes : "", at + 1)
  }
}

function label(card, words, nth) {
  const now = card.getAttribute("aria-label")
  const own = labels.get(card)?.shown === now ? labels.get(card).own : now
  const shown = words ? words.replace("{card}", card.dataset.name).replace("{number}", nth) : own
  if (shown !== now) card.setAttribute("aria-label", shown)
  labels.set(card, { own, shown })
}
