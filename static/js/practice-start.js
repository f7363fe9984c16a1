// The page that starts practice: no more bots than the game allows, its own house rules; and the matches that are kept on
// this device.
import { isOf, person } from "./history.js"
import { current, finished } from "./practice-store.js"

const game = document.getElementById("game")
const bots = document.getElementById("bots")

function fit() {
  const most = Number(game.selectedOptions[0].dataset.most)
  for (const option of bots.options) option.hidden = option.disabled = Number(option.value) > most
  for (const rules of document.querySelectorAll("[data-of]")) rules.hidden = rules.disabled = rules.dataset.of !== game.value
  if (Number(bots.value) > most || !bots.value) bots.value = String(most)
}

game.addEventListener("change", fit)
fit()

/** The page's own words with their blanks filled. */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name])
const nameOf = (id) => [...game.options].find(({ value }) => value === id)?.textContent ?? id

function showCurrent({ about }) {
  const box = document.getElementById("current")
  box.querySelector("[data-game]").textContent = nameOf(about.game)
  const round = box.querySelector("[data-round]")
  round.textContent = filled(round.dataset.round, { number: about.round })
  box.hidden = false
  for (const button of document.querySelectorAll("form.practice .button--lamp")) button.classList.remove("button--lamp")
}

function one(match) {
  const { about, at } = match
  const item = document.getElementById("finished-one").content.cloneNode(true)
  item.querySelector("[data-game]").textContent = nameOf(about.game)
  const time = item.querySelector("[data-at]")
  time.dateTime = new Date(at).toISOString()
  time.textContent = new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" })
  const result = item.querySelector("[data-result]")
  const { won, drawn, lost } = result.dataset
  const text = about.drawn ? drawn : about.place === 1 ? won : lost
  result.textContent = filled(text, { place: about.place, seats: about.totals.length })
  const totals = item.querySelector("[data-totals]")
  const [own, ...others] = about.totals
  totals.textContent = filled(totals.dataset.totals, { own, others: others.join(", ") })
  const look = item.querySelector("[data-past]")
  look.setAttribute("href", `${look.getAttribute("href")}?look=${about.uid}`)
  tellWhere(item, match)
  return item
}

/** Whether a match is in its player's list on the site as well; says nothing to anybody else. */
function tellWhere(item, match) {
  const part = match.sent ? match.sent === person() && "sent" : isOf(match, person()) && (match.refused ? "refused" : "due")
  if (!part) return
  const line = item.querySelector(`[data-${part}]`)
  line.hidden = false
  if (part === "sent") line.firstElementChild.href = match.url
}

if (globalThis.indexedDB) {
  const kept = await current()
  if (kept && !kept.over) showCurrent(kept)
  await list()
  document.addEventListener("macao:history", list)
}

async function list() {
  const all = await finished()
  all.sort((one, other) => other.at - one.at)
  document.querySelector("#finished ul").replaceChildren(...all.map(one))
  document.getElementById("finished").hidden = all.length === 0
}
