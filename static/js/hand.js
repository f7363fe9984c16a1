// The hand: pick up, put down, play, reorder. Every sentence and every move stands in the server's markup; this only
// copies and toggles. On a card: value = its code, data-move = what playing it sends, data-play = the button's text,
// data-ask = the dialog that asks first; beside it a hidden <p> says who pays, or (class "why") why it will not go.
// Where several cards can be laid in one turn, data-plays says what they make (plays.js).
import * as asks from "./asks.js"
import { springBack } from "./flight.js"
import * as live from "./live.js"
import * as order from "./order.js"
import { openAbove } from "./panels.js"
import * as picks from "./picks.js"
import { play as sound } from "./sound.js"

const form = document.getElementById("moves")
const playButton = document.getElementById("play")
const row = document.querySelector("[data-says-row]")
let current = null // id of the item that the Tab key reaches
let refusal = "" // a sentence that stands until the next act
let advised = "" // stamp of the hint that was followed; practice only
let hinted = false // it stands in the row
let offered = "" // stamp of the drawn card that was lifted by itself

const cards = () => document.getElementById("cards")
const items = () => [...(cards()?.children ?? [])]
const cardOf = (item) => item?.querySelector(".card")

/** Puts a hand that is about to be swapped in into this page's order, so that nothing moves when it lands. */
export function dress(fragment) {
  const list = fragment.querySelector("#cards")
  if (list) order.arrange(list)
}

/** Brings the page's own marks in line with what is there now. */
export function refresh() {
  picks.refresh()
  const drawn = document.querySelector("#cards [data-drawn]")
  if (drawn && !picks.any() && drawn.dataset.drawn !== offered) {
    offered = drawn.dataset.drawn
    current = drawn.closest("li").id
    picks.take(drawn.closest("li"))
  }
  follow(document.getElementById("hint"))
  asks.refresh(picks.offer())
  sync()
}

/** A hint that has come: its cards are picked up, and its line is said; one that is over leaves the row. */
function follow(hint) {
  const stamp = hint?.dataset.hint ?? ""
  if (stamp === advised) return
  advised = stamp
  hinted = stamp !== ""
  if (!hinted) return
  refusal = ""
  picks.clear()
  for (const code of hint.dataset.cards.split(" ")) {
    const item = items().find((one) => cardOf(one).value === code && !picks.has(one))
    if (!item) continue
    current = item.id
    picks.take(item)
  }
  live.tell(live.spoken(hint))
}

export function toggle(card) {
  const item = card.closest("li")
  refusal = ""
  hinted = false
  current = item.id
  picks.take(item)
  sync()
  live.tell(picks.any() ? [live.spoken(row.querySelector("[data-lifted]")), picks.spoken()].filter(Boolean).join(". ") : "")
}

/** Enter on a card: the last one picked is played with those before it, any other one is as good as tapped. */
export function enter(card) {
  if (picks.isLast(card.closest("li"))) playPicked()
  else toggle(card)
}

export function putDown() {
  const was = picks.any()
  picks.clear()
  refusal = ""
  hinted = false
  sync()
  return was
}

/** Plays the picked cards: asks first where something must be said, and says why not where they will not go. */
export function playPicked(x = 0, y = -90) {
  const offer = picks.offer()
  if (!offer) return
  if (offer.question) asks.ask(offer, picks.rest(), row)
  else if (offer.ask) openAbove(document.getElementById(offer.ask), row)
  else if (offer.move && offer.text) {
    playButton.value = offer.move
    form.requestSubmit(playButton)
  } else refuse(offer, x, y)
}

/** Plays a card that was let go over the middle: with the others, if it is one of several picked. */
export function drop(card, x, y) {
  const item = card.closest("li")
  if (!picks.has(item)) {
    current = item.id
    picks.clear()
    picks.take(item)
    sync()
  }
  playPicked(x, y)
}

/** The cards that move with a card that is dragged. */
export const group = (card) => (picks.has(card.closest("li")) ? picks.list().map(cardOf) : [card])

/** The cards go home and one line says why. */
function refuse({ words }, x, y) {
  for (const item of picks.list()) springBack(cardOf(item), x, y)
  picks.clear()
  say(words ? live.spoken(words) : whyNone())
}

/** Why none of the cards goes now; nothing in the own turn. */
const whyNone = () => document.getElementById("status").dataset.why ?? ""

/** A sentence in the row above the hand, as a refusal. */
export function say(text) {
  refusal = text
  sync()
  sound("no")
  live.tell(text, { urgent: true })
}

export function shift(step) {
  const list = items()
  const from = list.findIndex(({ id }) => id === (picks.list().at(-1)?.id ?? current))
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

function sync() {
  const list = items()
  if (!list.some(({ id }) => id === current)) current = list[0]?.id ?? null
  for (const item of list) cardOf(item).tabIndex = item.id === current ? 0 : -1
  picks.mark(list)
  const offer = picks.offer()
  playButton.hidden = !offer?.text
  if (offer?.text) playButton.textContent = offer.text
  playButton.toggleAttribute("data-page-many", offer?.text?.length > 45)
  document.querySelector("[data-pile]")?.toggleAttribute("data-page-ready", Boolean(offer?.text))
  row.dataset.pageSays = refusal ? "why" : hinted ? "hint" : offer ? (offer.text ? "lift" : "no") : "me"
  const lifted = row.querySelector("[data-lifted]")
  if (refusal) lifted.replaceChildren(refusal)
  else if (offer?.words) lifted.replaceChildren(...offer.words.cloneNode(true).childNodes)
  else lifted.replaceChildren(offer ? whyNone() : "")
  order.mark(row.querySelectorAll("[data-sort]"))
}

export function clearRefusal() {
  if (!refusal) return
  refusal = ""
  sync()
}

/** The switch that says Macao with the next play. */
function flip(button) {
  button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"))
}

document.addEventListener("click", (event) => {
  const { target } = event
  const card = target.closest("#cards .card")
  if (card) toggle(card)
  else if (target.closest("[data-say]")) flip(target.closest("[data-say]"))
  else if (target.closest("#play")) {
    event.preventDefault() // the cards say what is sent, and whether something is asked first
    playPicked()
  } else if (target.closest("[data-pile]")) playPicked()
  else if (target.closest("[data-shift]")) shift(Number(target.closest("[data-shift]").dataset.shift))
  else if (target.closest("[data-sort]")) {
    order.sortBy(target.closest("[data-sort]").dataset.sort)
    if (cards()) order.arrange(cards())
    sync()
  }
})
document.addEventListener(
  "submit",
  ({ submitter }) => {
    const says = document.querySelector('[data-say][aria-pressed="true"]') && submitter?.closest("#play, .ask")
    if (submitter?.value) submitter.value = submitter.value.replace(/!?$/, says ? "!" : "")
  },
  true, // before the transport reads what is sent
)
document.addEventListener("close", ({ target }) => target.matches(".ask") && !asks.wasAnswered(target) && putDown(), true)
