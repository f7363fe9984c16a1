// The other end of the practice table's socket: starts Python, and hands on what page and table say to each other. What
// holds hidden cards is kept on the device from here and never goes to the page. A module worker of its own policy.
import { current, finished, keep as store } from "./practice-store.js"

const SEED_BYTES = 32
const BOOT = `
import sys
sys.path.insert(0, "/app")
from game.practice import Desk, Review
`
let desk = null // the Python object: strings in, strings out
let fields = {} // of the form that the match was begun with
let player // whose match it is: see history.js
let timer = 0
let work = Promise.resolve() // one thing after the other

addEventListener("message", ({ data }) => queue(() => hear[data.type](data)))

function queue(task) {
  work = work.then(task).catch((error) => {
    console.error(error)
    postMessage({ type: "failed", why: "broken" })
  })
}

const now = () => performance.now() / 1000

const hear = {
  async start({ wanted, look, by, files, lang, drawings, table, home }) {
    if (typeof WebAssembly !== "object" || !globalThis.indexedDB) return postMessage({ type: "failed", why: "cannot" })
    if (look) return lookAt(look, { files, lang, drawings, table, home })
    navigator.locks?.request("macao-practice", { steal: true }, () => new Promise(() => {})).catch(leave)
    player = by
    const [python, kept] = await Promise.all([boot(files), current()])
    desk = python.globals.get("Desk")(lang, drawings, table, home)
    try {
      await (wanted ? begin(wanted) : takeUp(kept))
    } catch (error) {
      console.warn(error)
      return postMessage({ type: "failed", why: "settings" })
    }
    postMessage({ type: "ready" })
  },
  open: () => carry(desk.open(now())),
  frame: ({ text }) => carry(desk.hear(text, now())),
}

/** Shows a match of the list, turn by turn, beside whatever is played in another tab. One that is not over is in no list. */
async function lookAt(uid, { files, lang, drawings, table, home }) {
  const [python, all] = await Promise.all([boot(files), finished()])
  desk = python.globals.get("Review")(lang, drawings, table, home)
  try {
    await carry(desk.take_up(all.find(({ about }) => about.uid === uid).text, now()))
  } catch (error) {
    console.warn(error)
    return postMessage({ type: "failed", why: "look" })
  }
  postMessage({ type: "ready" })
}

async function begin(wanted) {
  const seed = [...crypto.getRandomValues(new Uint8Array(SEED_BYTES))].map((byte) => byte.toString(16).padStart(2, "0"))
  fields = wanted
  await carry(desk.begin(JSON.stringify(fields), seed.join(""), now()))
}

/** Goes on with the match that is kept. One that is over, or that nobody can read any more, is followed by another. */
async function takeUp(kept) {
  fields = kept?.fields ?? {}
  if (!kept || kept.over) return begin(fields)
  try {
    await carry(desk.take_up(kept.text, now()))
  } catch (error) {
    console.warn(error)
    await begin(fields)
  }
}

/** What the desk answered: kept first, then told; and when to wake it. */
async function carry(answer) {
  const { frames, wait, keep, about, over } = JSON.parse(answer)
  if (keep !== null) await store({ text: keep, about, over, fields, by: player })
  for (const text of frames) postMessage({ type: "frame", text })
  clearTimeout(timer)
  if (wait !== null) timer = setTimeout(() => queue(async () => carry(desk.tick(now()))), wait * 1000)
}

/** The table was opened in another tab: this one stops, so that they do not overwrite each other's match. */
function leave() {
  clearTimeout(timer)
  desk = null
  hear.open = hear.frame = () => {}
  postMessage({ type: "failed", why: "elsewhere" })
}

// --- Python

/** A browser that cannot compile the runtime, or may not, would leave it waiting without a word: the page is told. */
function watchful() {
  const plain = WebAssembly.instantiateStreaming
  WebAssembly.instantiateStreaming = (...given) =>
    plain.apply(WebAssembly, given).catch((error) => {
      postMessage({ type: "failed", why: "cannot" })
      throw error
    })
}

async function boot({ runtime, app, info, sizes }) {
  watchful()
  const fetched = counting(sizes)
  const [{ loadPyodide }, bundle] = await Promise.all([
    import(`${runtime}pyodide.mjs`),
    fetch(`${app}app.zip`).then((response) => response.arrayBuffer()),
  ])
  const python = await loadPyodide({
    indexURL: runtime, stdLibURL: `${runtime}stdlib.zip`, packageBaseUrl: runtime,
    lockFileContents: JSON.stringify({ info, packages: {} }), // no package of others is ever loaded
  })
  fetched()
  python.unpackArchive(bundle, "zip", { extractDir: "/app" })
  python.runPython(BOOT)
  return python
}

/** Tells the page how many bytes have come while the runtime is fetched; sizes are those on the wire. */
function counting(sizes) {
  const plain = globalThis.fetch
  const all = Object.values(sizes).reduce((sum, { wire }) => sum + wire, 0)
  let done = 0
  globalThis.fetch = async (url, ...options) => {
    const response = await plain(url, ...options)
    const size = sizes[String(url.url ?? url).split("/").pop()]
    if (!size || !response.body) return response
    const count = new TransformStream({
      transform(chunk, controller) {
        done += (chunk.length * size.wire) / size.bytes
        postMessage({ type: "progress", done, all })
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(count), response)
  }
  return () => (globalThis.fetch = plain)
}
