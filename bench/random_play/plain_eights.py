"""The floor for plain Python: crazy eights in forty lines, cards as numbers, changed in place, nothing checked."""

import random

from bench.random_play import rate

SEATS, HAND, EIGHT, NOTHING = 4, 5, 6, -1


def play_round() -> int:
    stock = list(range(52))
    random.shuffle(stock)
    hands = [[stock.pop() for _ in range(HAND)] for _ in range(SEATS)]
    pile = [stock.pop()]
    suit, turn, moves, passes = pile[0] % 4, 0, 0, 0
    while passes < SEATS:
        hand, rank = hands[turn], pile[-1] // 4
        fits = [card for card in hand if card % 4 == suit or card // 4 == rank or card // 4 == EIGHT]
        if not stock and len(pile) > 1:
            stock = pile[:-1]
            random.shuffle(stock)
            del pile[:-1]
        choice = random.choice([*fits, NOTHING])
        moves += 1
        if choice != NOTHING:
            passes = 0
            hand.remove(choice)
            pile.append(choice)
            suit = random.randrange(4) if choice // 4 == EIGHT else choice % 4
            if not hand:
                break
        elif stock:
            passes = 0
            hand.append(stock.pop())
        else:
            passes += 1
        turn = (turn + 1) % SEATS
    return moves


if __name__ == "__main__":
    rate.main(play_round)
