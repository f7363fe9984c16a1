// Dragging a card: to the middle of the table it is played, along the hand it is moved; picked cards come along. Pointer
// events, so that mouse, pen and finger are one; a second finger, or the browser taking the gesture, puts everything back.
import * as hand from "./hand.js"

const START = 8 // px before a press becomes a drag
let drag = null

const table = document.getElementById("table")

document.addEventListener("pointerdown", (event) => {
  if (drag) return cancel() // a second finger
  const card = event.target.closest("#cards .card")
  if (!card || event.button !== 0 || !event.isPrimary) return
  drag = { card, group: [card], id: event.pointerId, x: event.clientX, y: event.clientY, on: false, before: undefined }
})

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return
  if (!drag.card.isConnected) return cancel() // it was played while in the air
  const dx = event.clientX - drag.x
  const dy = event.clientY - drag.y
  if (!drag.on && Math.hypot(dx, dy) < START) return
  if (!drag.on) start()
  for (const card of drag.group) card.style.translate = `${dx}px ${dy}px`
  const middle = overMiddle(event)
  table.toggleAttribute("data-page-over", middle)
  showGap(middle ? undefined : gap(event))
})

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.id) return
  const { card, on, before } = drag
  const middle = on && overMiddle(event)
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y]
  cancel()
  if (!on) return // a tap: the click does it
  addEventListener("click", swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0)
  if (!card.isConnected) return
  if (middle) hand.drop(card, dx, dy)
  else if (before !== undefined) hand.put(card.closest("li"), before)
})
for (const type of ["pointercancel", "blur"]) addEventListener(type, cancel)

function start() {
  drag.on = true
  drag.group = hand.group(drag.card)
  drag.card.setPointerCapture(drag.id)
  for (const card of drag.group) card.dataset.pageDrag = ""
  hand.clearRefusal()
}

function cancel() {
  if (!drag) return
  for (const card of drag.group) {
    card.style.translate = ""
    delete card.dataset.pageDrag
  }
  table.removeAttribute("data-page-over")
  showGap(undefined)
  drag = null
}

function swallow(event) {
  event.preventDefault()
  event.stopPropagation()
}

function overMiddle({ clientX, clientY }) {
  const box = document.getElementById("centre").getBoundingClientRect()
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom
}

/** The item before which the card would land: null = last, undefined = it stays where it is. */
function gap({ clientX, clientY }) {
  const own = drag.card.closest("li")
  const others = [...own.parentElement.children].filter((item) => item !== own)
  const boxes = others.map((item) => [item, item.getBoundingClientRect()])
  if (!boxes.length) return undefined
  const row = boxes.reduce((best, [, box]) => (distance(box, clientY) < distance(best, clientY) ? box : best), boxes[0][1])
  if (distance(row, clientY) > row.height) return undefined
  const inRow = boxes.filter(([, box]) => Math.abs(box.top - row.top) < 4)
  const right = inRow.find(([, box]) => clientX < box.left + box.width / 2)
  const before = right ? right[0] : inRow.at(-1)[0].nextElementSibling
  return before === own || before === own.nextElementSibling ? undefined : before
}

function distance(box, y) {
  return Math.abs(box.top + box.height / 2 - y)
}

function showGap(before) {
  if (drag) drag.before = before
  for (const item of document.querySelectorAll("[data-page-gap]")) delete item.dataset.pageGap
  if (before === undefined || !drag) return
  if (before) before.dataset.pageGap = "before"
  else drag.card.closest("ol").lastElementChild.dataset.pageGap = "after"
}
