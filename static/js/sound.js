// Short synthesized sounds, one an event. Nothing is heard, and no audio is opened, before the first touch or key.
import * as look from "./look.js"

// each: notes as [frequency Hz, start s, length s], waveform, and how loud beside the others
const SOUNDS = {
  play: { notes: [[210, 0, 0.07], [140, 0.02, 0.08]], wave: "triangle", gain: 0.7 },
  draw: { notes: [[320, 0, 0.05], [380, 0.05, 0.05]], wave: "triangle", gain: 0.4 },
  take: { notes: [[240, 0, 0.09], [190, 0.1, 0.09], [150, 0.2, 0.14]], wave: "triangle", gain: 0.7 },
  wait: { notes: [[200, 0, 0.16]], wave: "sine", gain: 0.5 },
  one: { notes: [[660, 0, 0.1], [880, 0.11, 0.18]], wave: "sine", gain: 0.5 },
  out: { notes: [[523, 0, 0.12], [659, 0.12, 0.12], [784, 0.24, 0.28]], wave: "sine", gain: 0.5 },
  turn: { notes: [[587, 0, 0.1], [784, 0.12, 0.16]], wave: "sine", gain: 0.6 },
  no: { notes: [[130, 0, 0.1], [110, 0.09, 0.12]], wave: "square", gain: 0.16 },
}
let audio = null

export function play(name) {
  const sound = SOUNDS[name]
  if (!sound || !audio || look.get("sound") === "off") return
  const loud = (Number(look.get("volume")) / 100) * sound.gain * 0.35
  if (!(loud > 0)) return
  for (const [frequency, start, length] of sound.notes) {
    const from = audio.currentTime + start
    const tone = new OscillatorNode(audio, { type: sound.wave, frequency })
    const level = new GainNode(audio, { gain: 0 })
    level.gain.setValueAtTime(0, from)
    level.gain.linearRampToValueAtTime(loud, from + 0.008)
    level.gain.exponentialRampToValueAtTime(0.0001, from + length)
    tone.connect(level).connect(audio.destination)
    tone.start(from)
    tone.stop(from + length + 0.02)
  }
}

function open() {
  if (!audio && "AudioContext" in window) audio = new AudioContext()
  if (audio?.state === "suspended") audio.resume()
}
for (const type of ["pointerup", "keydown"]) addEventListener(type, open, { passive: true, capture: true })
document.addEventListener("macao:look", ({ detail }) => {
  if (detail.key === "volume") play("one")
})
