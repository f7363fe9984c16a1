// What several picked cards make: a walk along the graph that the server sends (game/presenter/plays.py). It holds what
// may follow what; no rule is known here.

let read = { nodes: [], questions: [], from: null }

/** The graph on the hand as it is now; read anew only when it has changed. */
function graph() {
  const { plays = "", questions = "" } = document.getElementById("cards")?.dataset ?? {}
  if (read.from !== `${plays}|${questions}`) {
    read = {
      from: `${plays}|${questions}`,
      nodes: plays ? plays.split(" ").map(node) : [],
      questions: questions ? questions.split(" ").map(question) : [],
    }
  }
  return read
}

function node(text) {
  const [sentence, asked, lay, after] = text.split(";")
  return { sentence, asked, lay, after: new Map(after ? after.split(",").map(pair) : []) }
}

const pair = (text) => text.split(":")

function question(text) {
  const [id, answers] = text.split(":")
  return { id, answers: answers.split(",").map(answer) }
}

function answer(text) {
  const [, says, mark, then] = /^([^*?@]+)([*?]?)(?:@(\d+))?$/.exec(text)
  return { says, mark, then }
}

/** What a pick of cards makes, in the order in which they land; null where they do not go together. */
export function along(codes) {
  const { nodes, questions } = graph()
  let at = nodes[0]
  const lays = []
  for (const code of codes) {
    const before = at?.lay
    at = nodes[at?.after.get(code)]
    if (!at) return null
    if (before === "=") lays[0] += `=${code}` // it stands for the card that came next
    lays.push(at.lay.length > 1 ? at.lay : code)
  }
  if (!at) return null
  return { sentence: at.sentence, question: questions[at.asked], move: lays.join("+"), goesOn: (code) => at.after.has(code) }
}

/** The question that follows an answer, if one does. */
export const questionNumber = (number) => graph().questions[number]

/** The answers that may be given with these cards left in the hand. */
export function allowed({ answers }, rest) {
  const held = answers.filter(({ mark, says }) => mark === "*" && stays(rest, says))
  return answers.filter((one) => !one.mark || held.includes(one) || (one.mark === "?" && !held.length))
}

/** How many of the cards are of a suit or rank. */
export const stays = (rest, sign) => rest.filter((code) => code.includes(sign)).length
