// The transport of the practice table: a WebSocket by its face, whose other end is a worker on this device. Runs before
// htmx, so that htmx and the table find it and know of no other. What is said goes both ways as it is.
;(() => {
  const { worker: script, files, lang, drawings, home } = document.currentScript.dataset
  const sockets = new Set() // those that are open, or wait for the worker to be ready
  let worker = null
  let ready = false

  class PracticeSocket extends EventTarget {
    static CONNECTING = 0
    static OPEN = 1
    static CLOSING = 2
    static CLOSED = 3

    constructor(url) {
      super()
      this.url = url
      this.readyState = PracticeSocket.CONNECTING
      sockets.add(this)
      start()
      if (ready) setTimeout(() => this.connect())
    }

    connect() {
      if (this.readyState !== PracticeSocket.CONNECTING) return
      this.readyState = PracticeSocket.OPEN
      this.dispatchEvent(new Event("open"))
      worker.postMessage({ type: "open" })
    }

    send(text) {
      if (this.readyState === PracticeSocket.OPEN) worker.postMessage({ type: "frame", text })
    }

    close(code = 1000) {
      if (this.readyState === PracticeSocket.CLOSED) return
      this.readyState = PracticeSocket.CLOSED
      sockets.delete(this)
      this.dispatchEvent(new CloseEvent("close", { code }))
    }
  }
  window.WebSocket = PracticeSocket

  function start() {
    if (worker) return
    try {
      worker = new Worker(script, { type: "module" })
    } catch {
      return fail("cannot")
    }
    worker.addEventListener("error", () => ready || fail("cannot"))
    worker.addEventListener("message", ({ data }) => hear[data.type](data))
    worker.postMessage({ type: "start", wanted: wanted(), look: look(), by: person(), files: JSON.parse(files), lang, drawings, table: location.pathname, home })
  }

  /** Whose practice it is: see history.js. */
  function person() {
    try {
      return localStorage.getItem("macao-practice-person") ?? undefined
    } catch {
      return undefined
    }
  }

  /** What the address asks for: a new match with these settings, once; without them the kept one goes on. */
  function wanted() {
    const fields = Object.fromEntries(new URLSearchParams(location.search))
    if (!("game" in fields)) return null
    history.replaceState(null, "", location.pathname) // loading the page anew is no new match
    return fields
  }

  /** Which finished match the address asks to look at, if any. */
  function look() {
    return new URLSearchParams(location.search).get("look")
  }

  const hear = {
    progress: ({ done, all }) => show(done, all),
    ready() {
      ready = true
      document.getElementById("loading").hidden = true
      for (const socket of sockets) socket.connect()
    },
    frame({ text }) {
      for (const socket of sockets) socket.dispatchEvent(new MessageEvent("message", { data: text }))
    },
    failed: ({ why }) => fail(why),
  }

  /** Why there is no table here, in the page's own words; and the ways back. */
  function fail(why) {
    ready = false
    for (const socket of sockets) socket.readyState = PracticeSocket.CLOSED // without a word: nobody is to try again
    sockets.clear()
    const box = document.getElementById("loading")
    box.hidden = false
    box.querySelector("[data-waiting]").hidden = true
    for (const part of box.querySelectorAll("[data-why]")) part.hidden = !part.dataset.why.split(" ").includes(why)
    document.getElementById("table").inert = true
  }

  function show(done, all) {
    const box = document.getElementById("loading")
    const number = (bytes) => (bytes / 1e6).toLocaleString(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    const bar = box.querySelector("progress")
    bar.max = all
    bar.value = done
    const words = box.querySelector("[data-bytes]")
    words.textContent = words.dataset.bytes.replace("{done}", number(done)).replace("{all}", number(all))
  }
})()
