// Baseline: boardgame.io's server with Eights, four players, matches in memory. Usage: node server.js PORT
const { Server } = require("boardgame.io/server")
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core")

const SUITS = "cdhs"
const RANKS = "23456789TJQKA"
const pack = () => [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit))
const fits = (card, G) => card[0] === "8" || card[1] === G.suit || card[0] === G.pile.at(-1)[0]

function setup({ ctx, random }) {
  const cards = random.Shuffle(pack())
  const players = {}
  for (let seat = 0; seat < ctx.numPlayers; seat++) players[seat] = { hand: cards.splice(0, 5) }
  const pile = cards.splice(0, 1)
  return { secret: { stock: cards }, players, counts: Array(ctx.numPlayers).fill(5), pile, suit: pile[0][1] }
}

function play({ G, playerID, events }, card, suit) {
  const hand = G.players[playerID].hand
  if (!hand.includes(card) || !fits(card, G)) return INVALID_MOVE
  hand.splice(hand.indexOf(card), 1)
  G.pile.push(card)
  G.suit = card[0] === "8" && SUITS.includes(suit) ? suit : card[1]
  G.counts[playerID] = hand.length
  if (hand.length === 0) events.endGame({ winner: playerID })
  else events.endTurn()
}

function draw({ G, playerID, events, random }) {
  const hand = G.players[playerID].hand
  if (hand.some((card) => fits(card, G))) return INVALID_MOVE
  if (G.secret.stock.length === 0) G.secret.stock = random.Shuffle(G.pile.splice(0, G.pile.length - 1))
  if (G.secret.stock.length > 0) hand.push(G.secret.stock.pop())
  G.counts[playerID] = hand.length
  events.endTurn()
}

const Eights = {
  name: "eights", minPlayers: 4, maxPlayers: 4, setup, playerView: PlayerView.STRIP_SECRETS,
  moves: { play: { move: play, client: false, redact: true }, draw: { move: draw, client: false } },
}
Server({ games: [Eights], origins: [] }).run({ port: { host: "127.0.0.1", port: Number(process.argv[2]) } })
