// Keys at the table: arrows along the hand, Enter picks up and plays, Escape puts down; single letters press the button that names
// them in aria-keyshortcuts, and can be switched off.
import * as hand from "./hand.js"
import * as look from "./look.js"
import { closeTop } from "./panels.js"

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (document.querySelector("dialog:modal") || event.target.closest("input, select, textarea, [contenteditable]")) return
  const card = event.target.closest("#cards .card")
  const done = (card && onCard(event, card)) || onTable(event)
  if (done) event.preventDefault()
})

const WALKS = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function onCard(event, card) {
  if (event.key === "Enter") {
    hand.enter(card)
    return true
  }
  if (event.shiftKey && event.key === "ArrowLeft") return hand.shift(-1), true
  if (event.shiftKey && event.key === "ArrowRight") return hand.shift(1), true
  if (!(event.key in WALKS)) return false
  hand.walk(WALKS[event.key])
  return true
}

function onTable({ key, repeat }) {
  if (key === "Escape") return closeTop() || hand.putDown()
  if (key.length !== 1 || repeat || look.get("letters") === "off") return false
  const button = document.querySelector(`[aria-keyshortcuts="${CSS.escape(key.toUpperCase())}"]`)
  if (!button || button.hidden) return false
  button.click()
  return true
}
