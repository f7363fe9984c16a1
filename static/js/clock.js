// Counts down from the server's seconds. `data-left` = seconds left when the element arrived; `data-clock` = shown as m:ss.

const deadlines = new WeakMap()

/** Starts again every clock inside the elements that have just come from the server. */
export function refresh(swapped) {
  for (const part of swapped) {
    for (const clock of part.querySelectorAll("[data-left]")) {
      deadlines.set(clock, performance.now() + Number(clock.dataset.left) * 1000)
      show(clock)
    }
  }
}

function show(clock) {
  if (!deadlines.has(clock)) deadlines.set(clock, performance.now() + Number(clock.dataset.left) * 1000)
  const left = Math.max(0, Math.ceil((deadlines.get(clock) - performance.now()) / 1000))
  const text = "clock" in clock.dataset ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : String(left)
  if (clock.textContent !== text) clock.textContent = text
  clock.toggleAttribute("data-page-late", left <= 5)
}

setInterval(() => document.querySelectorAll("[data-left]").forEach(show), 250)
