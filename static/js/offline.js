// Brings practice onto the device, quietly: when the page is there, the browser idle, and nobody saves data.
const language = document.documentElement.lang

async function keep() {
  await navigator.serviceWorker.register("/service-worker.js")
  const { active } = await navigator.serviceWorker.ready
  active.postMessage({ language })
}

if ("serviceWorker" in navigator && !navigator.connection?.saveData) {
  const later = globalThis.requestIdleCallback ?? ((task) => setTimeout(task, 2000))
  const start = () => later(() => keep().catch((error) => console.warn(error)))
  if (document.readyState === "complete") start()
  else addEventListener("load", start)
}
