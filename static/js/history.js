// Practice matches that are over go to the list of whoever played them, once there is a connection. Each of them has
// `by`: the mark of who was signed in on this device when it ended, "" for nobody, undefined before anybody ever was;
// then `sent`, the mark of whose list it is in (with `url`, its page there, and `told`, when it went), or `refused`, why
// the site will not have it.
import { finished, note } from "./practice-store.js"

const WHO = "macao-practice-person"
const FOR_GOOD = [413, 422]
const page = document.querySelector("meta[name=practice]")

/** The mark of who is signed in on this device, as far as it knows: "" for nobody, undefined if there never was one. */
export function person() {
  try {
    return localStorage.getItem(WHO) ?? undefined
  } catch {
    return undefined
  }
}

function remember(mark) {
  if (mark === (person() ?? "")) return
  try {
    localStorage.setItem(WHO, mark)
  } catch {
    // storage is closed: nothing of practice is kept here either
  }
}

/** Whether a match is this person's to send: played by them, or before anybody signed in on the device. */
export const isOf = (match, mark) => Boolean(mark) && (match.by === undefined || match.by === mark)

async function send() {
  const all = await finished()
  // what the page before this one sent while this one was asked for is news here too
  let sent = all.filter(({ told }) => told > performance.timeOrigin && told <= Date.now()).length
  const due = all.filter((match) => !match.sent && !match.refused && isOf(match, person()))
  if (due.length === 0) return tell(sent)
  const { who, token } = await ask()
  for (const match of due.sort((one, other) => one.at - other.at)) {
    if (!isOf(match, who)) continue
    const answer = await post(match, token)
    if (answer.ok) {
      await note(match.about.uid, { sent: who, url: (await answer.json()).url, told: Date.now() })
      sent += 1
    } else if (FOR_GOOD.includes(answer.status)) await note(match.about.uid, { refused: (await answer.json()).code })
    else break // signed out meanwhile, too many at once, or broken: another time
  }
  tell(sent)
}

function tell(sent) {
  document.dispatchEvent(new CustomEvent("macao:history", { detail: { sent } }))
}

/** As whom the site knows this device, and a form's token. Rejects without a connection. */
async function ask() {
  const answer = await fetch(page.dataset.url)
  if (!answer.ok) throw new Error(String(answer.status))
  const told = await answer.json()
  remember(told.who)
  return told
}

function post({ text, at }, token) {
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token }
  return fetch(page.dataset.url, { method: "POST", headers, body: `{"match":${text},"ended":${at}}` })
}

/** Notices who is signed in. A page that was kept for times without a network knows nobody, so the site is asked. */
async function look() {
  if (page.content) remember(page.content)
  else if (person()) await ask()
  if (person() && globalThis.indexedDB) await send()
}

const now = () => look().catch((error) => console.debug(error)) // no connection: what was not sent stays
addEventListener("online", now)
now()
