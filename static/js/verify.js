// Deals a round again from its seed, by docs/notation.md alone ("The shuffle"), and says whether the recorded deal is the same.

const RANKS = "23456789TJQKA"
const SUITS = "cdhs"
const WORDS = 2 ** 32
const bytes = (text) => new TextEncoder().encode(text)
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
const toHex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("")

/** A function that signs a text under a key: HMAC-SHA-256. */
async function signer(key) {
  const held = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  return (text) => crypto.subtle.sign("HMAC", held, bytes(text))
}

/** The seed of a deal: the nonces in seat order, signed under the server seed. */
export async function dealSeed(serverSeed, nonces) {
  const sign = await signer(fromHex(serverSeed))
  return new Uint8Array(await sign(nonces.map((nonce) => nonce ?? "").join(",")))
}

/** Numbers of a stream: `below(n)` is the next one below n, thrown away and drawn again where it would not be fair. */
export async function stream(seed, label) {
  const sign = await signer(seed)
  let block = 0
  let numbers = []
  return async function below(bound) {
    const limit = WORDS - (WORDS % bound)
    for (;;) {
      if (!numbers.length) {
        const view = new DataView(await sign(`${label}/${block}`))
        numbers = Array.from({ length: 8 }, (_, at) => view.getUint32(at * 4, false))
        block += 1
      }
      const number = numbers.shift()
      if (number < limit) return number % bound
    }
  }
}

export async function shuffle(cards, below) {
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = await below(last + 1)
    ;[cards[last], cards[other]] = [cards[other], cards[last]]
  }
}

/** The cards of one pack in pack order: by rank, then by suit, jokers last. */
function inOrder(codes) {
  const worth = (code) => (code[0] === "X" ? 1000 + "br".indexOf(code[1]) : RANKS.indexOf(code[0]) * 4 + SUITS.indexOf(code[1]))
  return codes.toSorted((one, other) => worth(one) - worth(other))
}

/** All cards, pack after pack. Each pack holds the same; the third joker of a pack is black again, and the last. */
export function packOrder(codes, packs) {
  const plain = inOrder([...new Set(codes)])
  const jokers = codes.filter((code) => code[0] === "X").length / packs
  const one = [...plain.filter((code) => code[0] !== "X"), ...["Xb", "Xr", "Xb"].slice(0, jokers)]
  return Array.from({ length: packs }, () => one).flat()
}

/** Hands, pile and stock of a deal: what `told` says of the game, and the seed of the deal. */
export async function deal(told, seed) {
  const cards = packOrder(told.pack, told.packs)
  await shuffle(cards, await stream(seed, "deal"))
  const hands = Array.from({ length: told.seats }, (_, seat) => cards.slice(seat * told.hand, (seat + 1) * told.hand))
  const stock = cards.slice(told.seats * told.hand)
  let buried = []
  let start = 0
  if (told.buries) {
    start = stock.findIndex((code) => told.plain.includes(code))
    if (start < 0) start = stock.length - 1
    buried = stock.splice(0, start)
  }
  const pile = [stock.shift()]
  const below = await stream(seed, "bury")
  for (const code of buried) stock.splice(await below(stock.length + 1), 0, code)
  return { hands, pile, stock }
}

const list = (cards) => (Array.isArray(cards) ? cards.map(String) : typeof cards === "string" ? cards.split(/\s+/).filter(Boolean) : [])
const same = (one, other) => one.length === other.length && one.every((code, at) => code === other[at])
const sameCards = (one, other) => same(one.toSorted(), other.toSorted())

/** What does not agree, in sentences; nothing where the deal is the one that was promised. */
export async function verify(told) {
  const faults = []
  const said = told.words
  const server = fromHex(told.seed)
  if (toHex(await crypto.subtle.digest("SHA-256", server)) !== told.commitment) faults.push(said.commitment)
  const seed = await dealSeed(told.seed, told.nonces)
  if (!sameCards(told.pack, packOrder(told.pack, told.packs))) faults.push(said.pack)
  const fair = await deal(told, seed)
  const hands = Array.isArray(told.deal.hands) ? told.deal.hands : []
  fair.hands.forEach((hand, seat) => {
    if (!sameCards(hand, list(hands[seat]))) faults.push(said.hand.replace("{name}", told.names[seat]))
  })
  if (hands.length !== fair.hands.length) faults.push(said.pack)
  if (!same(fair.pile, list(told.deal.pile))) faults.push(said.pile)
  if (!same(fair.stock, list(told.deal.stock))) faults.push(said.stock)
  const opener = told.number === 1 ? await (await stream(seed, "first"))(told.seats) : told.first
  if (opener !== told.first || (told.deal.turn ?? 0) !== told.first) faults.push(said.first)
  return faults
}

function answer(region, state, title, faults = []) {
  const head = document.createElement("p")
  head.textContent = title
  const rows = document.createElement("ul")
  for (const fault of faults) rows.appendChild(document.createElement("li")).textContent = fault
  region.dataset.verdict = state
  region.replaceChildren(head, ...(faults.length ? [rows] : []))
}

const region = globalThis.document?.querySelector("[data-verify]")
if (region) {
  const told = JSON.parse(document.getElementById(region.dataset.verify).textContent)
  if (!globalThis.crypto?.subtle) answer(region, "cannot", told.words.cannot)
  else {
    verify(told).then(
      (faults) => answer(region, faults.length ? "differs" : "agrees", faults.length ? told.words.differs : told.words.agrees, faults),
      () => answer(region, "differs", told.words.differs),
    )
  }
}
