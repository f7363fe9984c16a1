// Keeps what practice needs on the device, so that the site opens without a network. `KEPT` is put before this by the
// server: { version, files, pages, languages, offline }. No page with anybody's name on it is ever kept: the pages are
// asked for without cookies, once in each language.
const STORE = `macao-${KEPT.version}`
const LANGUAGE = "/language"
const FOR_EVER = /\/practice\/(runtime|app)-[0-9a-f]{12}\/|\.[0-9a-f]{12}\.\w+$/ // the name says what is in it

const pageIn = (path, language) => `${path}?kept=${language}`

addEventListener("install", (event) => event.waitUntil(fill()))

async function fill() {
  const store = await caches.open(STORE)
  const old = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
  for (const url of KEPT.files) {
    const ever = FOR_EVER.test(url)
    const had = ever && (await first(old, url))
    await store.put(url, had || (await sure(fetch(url, { credentials: "omit", cache: ever ? "default" : "no-cache" }))))
  }
  for (const language of KEPT.languages) {
    for (const path of KEPT.pages) {
      const asked = fetch(path, { credentials: "omit", cache: "no-store", headers: { "Accept-Language": language } })
      await store.put(pageIn(path, language), await sure(asked))
    }
  }
  await skipWaiting()
}

async function first(stores, url) {
  for (const store of stores) {
    const found = await store.match(url)
    if (found) return found
  }
}

async function sure(asked) {
  const answer = await asked
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`)
  return answer
}

addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("macao-") && ![STORE, "macao-language"].includes(name)) await caches.delete(name)
      }
      await clients.claim()
    })(),
  ),
)

addEventListener("message", ({ data }) => {
  if (KEPT.languages.includes(data?.language)) {
    caches.open("macao-language").then((store) => store.put(LANGUAGE, new Response(data.language)))
  }
})

addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== "GET" || origin !== location.origin) return
  if (request.mode === "navigate") event.respondWith(page(request, pathname))
  else if (KEPT.files.includes(pathname)) event.respondWith(file(request, pathname))
})

/** From the network; without one what is kept of it, or the page that says so. */
async function page(request, pathname) {
  try {
    return await fetch(request)
  } catch {
    const store = await caches.open(STORE)
    const language = await spoken()
    return (await store.match(pageIn(pathname, language))) ?? (await store.match(pageIn(KEPT.offline, language)))
  }
}

async function spoken() {
  const told = await (await caches.open("macao-language")).match(LANGUAGE)
  const wanted = told ? [await told.text()] : navigator.languages.map((tag) => tag.slice(0, 2))
  return wanted.find((language) => KEPT.languages.includes(language)) ?? KEPT.languages[0]
}

/** A file whose name says what is in it comes from here at once; another one only without a network. */
async function file(request, pathname) {
  const store = await caches.open(STORE)
  if (FOR_EVER.test(pathname)) {
    const kept = await store.match(pathname)
    if (kept) return kept
  }
  try {
    return await fetch(request)
  } catch {
    return (await store.match(pathname)) ?? Response.error()
  }
}
