// The order of the hand on this page: by suit, by rank, or the player's own. It is never sent anywhere.
import * as look from "./look.js"

const RANKS = "23456789TJQKAX"
const SUITS = "cdshbr" // colours alternate
const KEPT = `macao-order:${location.pathname}`

let { round, own } = restore() // ids in the player's own order, and the round they are of; none: sorted
const pressed = () => (own.length ? "" : look.get("sort"))

/** Puts the items of a list into this page's order. Items that the own order does not know stand last. */
export function arrange(list) {
  if (list.dataset.round !== round) {
    round = list.dataset.round
    own = []
  }
  const items = [...list.children]
  const sorted = [...items].sort(own.length ? byPlace : look.get("sort") === "rank" ? byRank : bySuit)
  if (sorted.some((item, i) => item !== items[i])) sorted.forEach((item) => move(list, item, null))
}

/** Moves one item to stand before another (null: last) and makes this the player's own order. */
export function place(list, item, before) {
  if (item === before) return
  move(list, item, before)
  own = [...list.children].map(({ id }) => id)
  keep()
}

export function sortBy(mode) {
  own = []
  keep()
  look.set("sort", mode)
}

/** Shows on the sort buttons which order is in force. */
export function mark(buttons) {
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.sort === pressed()))
}

function move(list, item, before) {
  if (item.isConnected && list.moveBefore) list.moveBefore(item, before) // keeps focus and a running drag
  else list.insertBefore(item, before)
}

const code = (item) => item.id.slice(2)
const rank = (item) => RANKS.indexOf(code(item)[0])
const suit = (item) => SUITS.indexOf(code(item)[1])
const bySuit = (a, b) => suit(a) - suit(b) || rank(a) - rank(b)
const byRank = (a, b) => rank(a) - rank(b) || suit(a) - suit(b)
const byPlace = (a, b) => at(a) - at(b)
const at = (item) => (own.includes(item.id) ? own.indexOf(item.id) : own.length)

function restore() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) ?? { round: "", own: [] }
  } catch {
    return { round: "", own: [] }
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ round, own }))
  } catch {
    // kept for this page only
  }
}
