// The table's page: what happens round a swap. The transport is hx-ws's; the rules are the server's.
import * as clock from "./clock.js"
import "./drag.js"
import * as flight from "./flight.js"
import * as hand from "./hand.js"
import "./keys.js"
import * as live from "./live.js"
import * as look from "./look.js"
import * as panels from "./panels.js"
import { nonce } from "./socket.js"

let focus = null // { index } of the card, or control, that had the focus before the swap
let arriving = []
let reading = true // the log shows its end

document.addEventListener("htmx:before:swap", ({ detail }) => {
  flight.note()
  reading = panels.atEnd(document.getElementById("log"))
  const { activeElement } = document
  focus = activeElement && activeElement !== document.body ? { index: indexOf(activeElement) } : null
  arriving = detail.tasks.map(({ target }) => target).filter(Boolean)
  for (const { fragment } of detail.tasks) hand.dress(fragment)
})

document.addEventListener("htmx:after:swap", () => {
  hand.refresh()
  clock.refresh(arriving)
  panels.refresh({ delay: look.flight() * 3 })
  panels.followLog(document.getElementById("log"), reading)
  flight.refresh()
  live.refresh()
  nonce()
  const lost = !document.activeElement || document.activeElement === document.body
  if (focus && lost) hand.takeFocus(focus.index)
})

function indexOf(element) {
  const item = element.closest("#cards > li")
  return item ? [...item.parentElement.children].indexOf(item) : -1
}

hand.dress(document)
hand.refresh()
clock.refresh([document.body])
panels.refresh()
live.refresh()
