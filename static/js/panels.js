// Menus, dialogs and the log's panel: open, close, and give the focus back. Behaviour by data- attributes:
// data-open="id" opens a dialog, data-close closes the one it stands in, data-toggle="id" shows or hides a panel.

let shown = "" // key of the sheet that was last shown by itself

/** The round's sheet comes by itself, once, when the last card has landed; it goes when the server takes it away. */
export function refresh({ delay = 0 } = {}) {
  const sheet = document.getElementById("sheet")
  const key = sheet.dataset.show ?? ""
  if (!key && sheet.open) sheet.close()
  if (key && key !== shown) setTimeout(showSheet, delay, key)
  shown = key
}

function showSheet(key) {
  const sheet = document.getElementById("sheet")
  if (sheet.dataset.show !== key || sheet.open) return
  closeMenus()
  for (const other of document.querySelectorAll("dialog[open]")) other.close()
  sheet.showModal()
  sheet.querySelector("h2").focus()
}

/** Keeps the newest line of the log in sight for a reader who was at its end. */
export function followLog(log, wasAtEnd) {
  if (wasAtEnd) log.scrollTop = log.scrollHeight
}

export function atEnd(log) {
  return log.scrollHeight - log.scrollTop - log.clientHeight < 48
}

/** Opens a dialog just above the row of words, so that the hand under it stays in sight. */
export function openAbove(dialog, row) {
  dialog.style.setProperty("--floor", `${Math.round(innerHeight - row.getBoundingClientRect().top)}px`)
  dialog.showModal()
}

/** Closes what lies over the table; true if something did. */
export function closeTop() {
  const panel = document.querySelector("[data-page-open]")
  if (panel) {
    toggle(panel.id, false)
    return true
  }
  return closeMenus()
}

function closeMenus(except = null) {
  let closed = false
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu === except) continue
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus()
    menu.open = false
    closed = true
  }
  return closed
}

function toggle(id, wanted) {
  const panel = document.getElementById(id)
  const open = wanted ?? !("pageOpen" in panel.dataset)
  panel.toggleAttribute("data-page-open", open)
  const opener = document.querySelector(`.bar [data-toggle="${id}"]`)
  opener?.setAttribute("aria-expanded", String(open))
  if (open) panel.focus()
  else opener?.focus()
}

document.addEventListener("click", (event) => {
  const { target } = event
  const menu = target.closest("details.menu")
  closeMenus(menu)
  const opener = target.closest("[data-open]")
  const toggler = target.closest("[data-toggle]")
  if (opener) {
    closeMenus()
    document.getElementById(opener.dataset.open).showModal()
  } else if (toggler) toggle(toggler.dataset.toggle)
  else if (target.closest("[data-close]")) target.closest("dialog").close()
  else if (target.matches("dialog[data-light]") && outside(target, event)) target.close()
})

function outside(dialog, { clientX, clientY }) {
  const box = dialog.getBoundingClientRect()
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
}
