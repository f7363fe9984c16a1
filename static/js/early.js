// Runs before the first paint, so that the player's own look does not flash in. A classic script: modules come too late.
(() => {
  for (const key of ["theme", "deck", "index", "pace"]) {
    try {
      const kept = localStorage.getItem("macao-" + key)
      if (kept) document.documentElement.dataset[key] = kept
    } catch {
      return // storage is closed to us: the defaults stand
    }
  }
})()
