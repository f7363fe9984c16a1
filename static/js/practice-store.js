// What practice keeps on the device: the match that is played ("current"), and those that are over, newest last.
let opened = null

function store() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("macao-practice", 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore("matches")
      request.result.createObjectStore("finished", { keyPath: "about.uid" })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

async function within(mode, task) {
  const transaction = (await store()).transaction(["matches", "finished"], mode)
  const request = task(transaction.objectStore("matches"), transaction.objectStore("finished"))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request?.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** The match that is played, or was played last: { text, about, over, fields }; undefined if there never was one. */
export const current = () => within("readonly", (matches) => matches.get("current"))

/** Keeps a match as it stands now; one that is over comes into the list too. `by`: see history.js. */
export const keep = (match) =>
  within("readwrite", (matches, finished) => {
    if (match.over) finished.put({ ...match, at: Date.now() })
    return matches.put(match, "current")
  })

/** The matches that are over, in no order: { text, about, at, fields, by }, and what became of them: see history.js. */
export const finished = () => within("readonly", (_, all) => all.getAll())

/** Writes into a match of the list, if it is there still. */
export const note = (uid, values) =>
  within("readwrite", (_, all) => {
    const request = all.get(uid)
    request.onsuccess = () => request.result && all.put({ ...request.result, ...values })
  })

export const forget = (uid) => within("readwrite", (_, all) => all.delete(uid))
