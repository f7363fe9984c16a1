// A replay's steps: keys, scrubber and links send the one form of steps; htmx exchanges the turn. Without this, they are plain links.
import * as look from "./look.js"

const REST = 60 // ms without a movement after which the scrubber asks
const form = document.getElementById("steps")
const now = () => document.getElementById("replay")
let wanted = Number(now().dataset.turn)
let resting = 0

/** Ask for a turn; a later wish takes the place of one that is on its way. */
function go(turn) {
  wanted = Math.min(Math.max(turn, 0), Number(now().dataset.turns))
  document.getElementById("scrub").value = wanted
  form.requestSubmit()
}

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]")
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return
  event.preventDefault()
  if (step.id === "step-back") go(wanted - 1)
  else if (step.id === "step-on") go(wanted + 1)
  else go(Number(step.dataset.step || step.value))
})

document.addEventListener("input", ({ target }) => {
  if (target.id !== "scrub") return
  wanted = Number(target.value)
  clearTimeout(resting)
  resting = setTimeout(() => go(wanted), REST)
})
document.addEventListener("change", ({ target }) => {
  if (target.id === "eyes") go(wanted)
})

const WALKS = {
  ArrowLeft: () => wanted - 1,
  ArrowRight: () => wanted + 1,
  Home: () => 0,
  End: () => Number(now().dataset.turns),
}
const LETTERS = { p: () => go(wanted - 1), n: () => go(wanted + 1), e: eyes }

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  if (document.querySelector("dialog:modal") || event.target.closest("input:not([type=range]), select, textarea, details.menu")) return
  const letter = look.get("letters") === "off" ? undefined : LETTERS[event.key.toLowerCase()]
  if (event.key in WALKS) go(WALKS[event.key]())
  else if (letter) letter()
  else return
  event.preventDefault()
})

/** The next one's eyes; after the last seat, all hands open. */
function eyes() {
  const choice = document.getElementById("eyes")
  choice.selectedIndex = (choice.selectedIndex + 1) % choice.options.length
  go(wanted)
}

document.addEventListener("htmx:after:swap", () => {
  const shown = now()
  const scrub = document.getElementById("scrub")
  if (Number(shown.dataset.turn) === wanted) scrub.value = wanted
  if (shown.dataset.mark) history.replaceState(history.state, "", shown.dataset.mark)
  const region = document.querySelector("[data-said]")
  if (region.textContent !== shown.dataset.told) region.textContent = shown.dataset.told
  inSight()
})

/** The log shows the current line, without moving the page. */
function inSight() {
  const lines = document.getElementById("lines")
  const line = lines.querySelector("[data-now]")
  if (!line) return
  const top = line.offsetTop // from the list's own top: it is positioned
  if (top < lines.scrollTop || top + line.offsetHeight > lines.scrollTop + lines.clientHeight) {
    lines.scrollTop = top - lines.clientHeight / 2
  }
}
inSight()
