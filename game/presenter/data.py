"""What a template gets: plain frozen values, in the viewer's language, hashable: equal parts render once."""

from __future__ import annotations

from dataclasses import dataclass

from game.words import Phrase


@dataclass(frozen=True, slots=True)
class TitleData:
    round: str
    """Which round this is."""
    target: str
    """What the match goes to; in a match of one round the game's name."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A seat's total so far: points of the target, or places; in the only round the place, once the seat is out."""

    name: Phrase
    total: str
    points: int | None
    """For the bar that fills up to the target; None where places count."""
    label: str


@dataclass(frozen=True, slots=True)
class ScoresData:
    """The scores that open at the top of the table (SM-33)."""

    label: str
    own: str
    """The viewer's total; empty for a watcher."""
    rows: tuple[ScoreRow, ...]
    target: int
    text: str = ""
    """What the totals mean, where they are no points."""


@dataclass(frozen=True, slots=True)
class StatusData:
    """Whose turn it is, what is owed, how long: in words."""

    mine: bool
    who: Phrase
    owed: Phrase
    seconds: int | None
    clock: str
    """The seconds as m:ss."""
    time_label: str
    version: int
    nonce: str
    """Key of the deal for which this page should send a number; empty when none is wanted."""
    why: str = ""
    """Why no card of the viewer's goes now: here and not in the hand, so that the hand stays while others play."""


@dataclass(frozen=True, slots=True)
class SeatData:
    """One of the others, as a held fan with a number on it."""

    number: int
    name: str
    count: int
    fan: int
    cards: str
    """The word that follows the number: card, cards."""
    note: Phrase
    css: str
    bot: str
    """The word for a bot; empty for a person."""


@dataclass(frozen=True, slots=True)
class SeatsData:
    label: str
    seats: tuple[SeatData, ...]


@dataclass(frozen=True, slots=True)
class CentreData:
    """Stock and pile, with everything that touches them."""

    label: str
    stock: int
    stock_label: str
    pile: tuple[str, ...]
    """The topmost cards' codes, the top last."""
    stands: str
    """Code of the card for which the joker on top stands; else empty."""
    suit: str
    """Letter of the suit in force, or of the one that is barred; empty when another sign says what follows."""
    barred: bool
    """Any suit but this one."""
    follows: str
    """What stands beside the pile in words: the suit in force, or what is demanded."""
    demand: str
    """A rank's sign for the badge of a demand, or a dot for any plain card; else empty."""
    spoken: str
    """Top card and what is in force, as a sentence."""
    cost: str
    cost_label: str
    last: Phrase


@dataclass(frozen=True, slots=True)
class CardData:
    """A card in the own hand."""

    id: str
    code: str
    label: str
    move: str
    """What playing it sends; empty when it may not be played, or asks first."""
    play: str
    """Text of the button that plays it; empty when it may not be played."""
    ask: str
    """Id of the question that comes first; empty for none."""
    words: Phrase
    """Who pays and what stops it, or why it will not go."""
    quiet: bool
    """It may not be played in this turn of the viewer's own."""
    drawn: str
    """Stamp of the turn in which it was drawn, while it may be played; else empty."""
    name: str = ""
    """What it is called within a sentence; empty where cards are not laid together."""


@dataclass(frozen=True, slots=True)
class AskOption:
    move: str
    suit: str
    name: str
    hold: str


@dataclass(frozen=True, slots=True)
class AskData:
    """The question which suit comes next, before the card lands (SM-36)."""

    id: str
    title: str
    close: str
    options: tuple[AskOption, ...]


@dataclass(frozen=True, slots=True)
class QuestionOption:
    """An answer: what is said with a move, its name, and the suit or sign that is drawn for it."""

    says: str
    name: str
    suit: str = ""
    sign: str = ""
    held: bool = False
    """Whether it tells how many such cards are held."""


@dataclass(frozen=True, slots=True)
class Question:
    """A dialog that serves every card that asks the like; the page shows the answers that may be given."""

    id: str
    title: str
    close: str
    held: str
    """What stands on an answer, by the number of such cards held, with `|` between; empty for nothing."""
    rows: tuple[tuple[QuestionOption, ...], ...]


@dataclass(frozen=True, slots=True)
class PlaysData:
    """What cards make together (`presenter.plays.Plays`), and the page's sentences about picking them up."""

    nodes: str
    questions: str
    sentences: tuple[Phrase, ...]
    many: str
    """Text of the button that plays two, three, ... `{cards}`, with `|` between."""
    nth: str
    """Label of a `{card}` that lands as `{number}`."""
    goes: str
    """Label of a `{card}` that may be added."""
    follow: str
    """Which `{cards}` may be added."""


@dataclass(frozen=True, slots=True)
class HandData:
    round: int
    label: str
    cards: tuple[CardData, ...]
    asks: tuple[AskData, ...]
    plays: PlaysData | None = None
    """None where each card stands for itself, or none may go now."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button that sends a move of its own."""

    move: str
    text: str
    css: str
    key: str
    """The letter that presses it; empty for none."""


@dataclass(frozen=True, slots=True)
class CallsData:
    """The place for calls, which belong to no turn (D-13); it is there while it is empty, so that nothing moves."""

    buttons: tuple[Button, ...]
    say: str
    """Text of the switch that says Macao with the next play; empty where no play can leave one card."""


@dataclass(frozen=True, slots=True)
class ActsData:
    """What may be done now besides laying a card (SM-37)."""

    buttons: tuple[Button, ...]
    hint: Phrase
    wait: Phrase
    reopen: str
    """Text of the button that shows the round's sheet again; empty for none."""
    calls: CallsData | None = None
    """None in games where the table says Macao."""


@dataclass(frozen=True, slots=True, eq=False)
class LogLine:
    """One line of the log. Made once for each event and reader, and equal to itself only: its hash costs nothing."""

    number: int
    sound: str
    seat: int | None
    words: Phrase
    tag: str


@dataclass(frozen=True, slots=True)
class LogData:
    title: str
    close: str
    round: str
    sealed: str
    commitment: str
    lines: tuple[LogLine, ...]


@dataclass(frozen=True, slots=True)
class SheetCard:
    code: str
    name: str
    points: int | None
    """What it costs; None where places count."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One seat at the end of a round: its cards, its charge, its total."""

    name: Phrase
    charge: str
    """Points of this round, or the place in it."""
    out: bool
    """It has the best of the round."""
    total: str
    """Empty where the round is all there is."""
    points: int | None
    """For the bar that fills up to the target; None where places count."""
    cards: tuple[SheetCard, ...]
    label: str
    """How the row is spoken."""


@dataclass(frozen=True, slots=True)
class SheetData:
    """The end of a round, or of the match."""

    key: str
    """Shown by itself once for each key; empty = there is no sheet."""
    title: Phrase = ()
    text: Phrase = ()
    rows: tuple[SheetRow, ...] = ()
    target: int = 0
    close: str = ""
    next: str = ""
    """Text of the button for the next round; empty when the viewer has pressed it, or may not."""
    wait: Phrase = ()
    seconds: int | None = None
    clock: str = ""
    links: tuple[tuple[str, str], ...] = ()
    """Where to go from here: address and text, the main one last."""


@dataclass(frozen=True, slots=True)
class TableData:
    """All parts of a table, by the id of the element that shows them (`-` as `_`)."""

    language: str
    bar_title: TitleData
    scores: ScoresData
    status: StatusData
    seats: SeatsData
    centre: CentreData | None
    says: Phrase
    hand: HandData | None
    questions: tuple[Question, ...]
    """Part of the page, where a game has any."""
    acts: ActsData
    log: LogData
    sheet: SheetData
