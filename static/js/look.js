// What a player chose for this browser: theme, deck, index, pace, letters, sound, volume. Kept in localStorage.

const DEFAULTS = { theme: "auto", deck: "two", index: "regular", pace: "calm", letters: "on", sound: "on", volume: "60", sort: "suit" }
const ON_ROOT = ["theme", "deck", "index", "pace"]
const memory = {} // stands in where storage is closed

export function get(key) {
  if (key in memory) return memory[key]
  try {
    return localStorage.getItem("macao-" + key) ?? DEFAULTS[key]
  } catch {
    return DEFAULTS[key]
  }
}

export function set(key, value) {
  try {
    localStorage.setItem("macao-" + key, value)
  } catch {
    memory[key] = value
  }
  apply(key)
}

/** Milliseconds of a card's flight: the chosen pace, and nothing where motion is not wanted. */
export function flight() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return 0
  return { calm: 320, quick: 160, instant: 0 }[get("pace")] ?? 320
}

function apply(key) {
  const value = get(key)
  if (ON_ROOT.includes(key)) document.documentElement.dataset[key] = value
  for (const input of document.querySelectorAll(`[data-look] [name="${key}"]`)) {
    if (input.type === "radio") input.checked = input.value === value
    else input.value = value
  }
  if (key === "sound") {
    for (const button of document.querySelectorAll("[data-mute]")) button.setAttribute("aria-pressed", String(value === "off"))
  }
  document.dispatchEvent(new CustomEvent("macao:look", { detail: { key, value } }))
}

document.addEventListener("change", ({ target }) => {
  if (target.closest("[data-look]") && target.name in DEFAULTS) set(target.name, target.value)
})
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-mute]")) set("sound", get("sound") === "off" ? "on" : "off")
})
addEventListener("storage", ({ key }) => {
  if (key?.startsWith("macao-") && key.slice(6) in DEFAULTS) apply(key.slice(6)) // two tabs of one player look alike
})
for (const key of Object.keys(DEFAULTS)) apply(key)
