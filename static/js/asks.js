// The questions before a card lands, where one dialog serves every card: the suit, the rank, the card that a joker is.
// The page is sent each dialog once; here only the answers that may be given now are shown.
import { openAbove } from "./panels.js"
import * as plays from "./plays.js"

let asked = null // what is asked now: { dialog, pick, rest, row }
const answered = new WeakSet() // dialogs that close because something was answered

/** Asks about a pick (`plays.along`) that lacks its answer; `rest`: codes of the cards that stay in the hand. */
export function ask(pick, rest, row) {
  show(pick.question, pick.move, { pick: pick.move, rest, row })
}

function show(question, move, about) {
  const dialog = document.getElementById(question.id)
  const may = new Map(plays.allowed(question, about.rest).map((answer) => [answer.says, answer]))
  for (const button of dialog.querySelectorAll("[data-says]")) {
    const answer = may.get(button.dataset.says)
    button.hidden = !answer
    button.value = move + (move.split("+").at(-1).includes("=") ? "/" : "=") + button.dataset.says
    button.dataset.then = answer?.then ?? ""
    const hold = button.querySelector("[data-hold]")
    if (hold) hold.textContent = held(dialog, plays.stays(about.rest, button.dataset.says))
  }
  for (const row of dialog.querySelectorAll("[role=group]")) row.hidden = !row.querySelector("[data-says]:not([hidden])")
  asked = { ...about, dialog }
  openAbove(dialog, about.row)
}

function held(dialog, count) {
  const texts = dialog.dataset.holds.split("|")
  return texts[Math.min(count, texts.length - 1)]
}

/** Whether a dialog that has just closed was answered: its cards stay picked until they land. */
export const wasAnswered = (dialog) => answered.delete(dialog)

/** Closes a question about a pick that is none any more. */
export function refresh(pick) {
  if (asked?.dialog.open && asked.pick !== pick?.move) asked.dialog.close()
}

function close() {
  answered.add(asked.dialog)
  asked.dialog.close()
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-says]")
  if (!button?.dataset.then) return
  event.preventDefault() // one more question
  close()
  show(plays.questionNumber(button.dataset.then), button.value, asked)
})
document.addEventListener("submit", ({ submitter }) => submitter?.closest("[data-says]") && close())
