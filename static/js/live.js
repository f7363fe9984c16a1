// Tells screen readers, the tab's title and the ear what changed. The two live regions are the page's own and are never
// swapped, so a morph announces nothing by itself; each event is said once.
import { play } from "./sound.js"

const polite = document.getElementById("told")
const assertive = document.getElementById("alarm")
const base = document.title
let lastLine = null // number of the newest log line already told; null until a table was seen
let lastAlert = ""

/** Says a sentence; the same sentence twice in a row is said twice. */
export function tell(text, { urgent = false } = {}) {
  const region = urgent ? assertive : polite
  region.textContent = ""
  setTimeout(() => (region.textContent = text), 60)
}

/** Text as it is heard: without what is drawn for the eye only. */
export function spoken(element) {
  const copy = element.cloneNode(true)
  for (const drawn of copy.querySelectorAll("[aria-hidden]")) drawn.remove()
  return copy.textContent.replace(/\s+/g, " ").trim()
}

export function refresh() {
  const lines = [...document.querySelectorAll("#log-lines [data-n]")]
  const newest = Math.max(-1, ...lines.map((line) => Number(line.dataset.n)))
  if (lastLine !== null) {
    const fresh = lines.filter((line) => Number(line.dataset.n) > lastLine)
    if (fresh.length) tell(fresh.slice(-3).map(spoken).join(". "))
    if (fresh.length) play(fresh.at(-1).dataset.sound)
  }
  lastLine = newest
  const status = document.getElementById("status")
  const alert = status.dataset.alert ?? ""
  if (alert && alert !== lastAlert) {
    tell([...status.querySelectorAll("[data-words] > *")].map(spoken).join(". "), { urgent: true })
    if (lastAlert || document.hidden) play("turn")
  }
  lastAlert = alert || "none"
  retitle()
}

function retitle() {
  const status = document.getElementById("status")
  const mine = "alert" in status.dataset
  document.title = mine && document.hidden ? `${spoken(status.querySelector("[data-who]"))} · ${base}` : base
}
document.addEventListener("visibilitychange", retitle)
