"""Does a book prove its verdict against every legal reply? Shares no code with what makes books; see docs/book.md."""

import json
import signal
import sys
from functools import cache
from typing import Any

SEATS, SUITS, CARDS = "NESW", "SHDC", [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
FILE_LIMIT, POSITION_LIMIT, KEYS = 16 << 20, 3_000_000, "format deal leader bidder played verdict gaps depth nodes"
State = tuple[str, str, tuple[int, ...], str]  # holders of CARDS (dot: none), who is to play, the trick, safe suits


def need(true: object, message: str, code: int = 3) -> None:  # noqa: D103
    if not true:
        raise AssertionError("not proved: " * (code == 1) + message, code)


def get(holder: Any, key: str, kind: type, default: Any = None) -> Any:  # noqa: D103
    value = holder.get(key, default) if isinstance(holder, dict) else None
    need(type(value) is kind, f"{key!r} is {str(value)[:40]!r}: expected the type {kind.__name__}")
    return value


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:  # noqa: D103
    need(len(pairs) == len(dict(pairs)), f"{' '.join(name for name, _ in pairs)[:60]!r}: a name comes twice")
    return dict(pairs)


@cache
def laid(held: str, bidder: str, safe: str) -> str:
    """The cards in each gap between the bidder's in order of seats; a safe suit is one gap, above all his."""
    rows = [held[i : i + 13] for i in range(0, 52, 13)]
    for i, row in enumerate(rows):
        gaps = [row.replace(bidder, "")] if SUITS[i] in safe else row.split(bidder)
        rows[i] = (bidder * row.count(bidder))[len(gaps) - 1 :] + bidder.join("".join(sorted(gap)) for gap in gaps)
    return "".join(rows)


class _Book:
    def __init__(self, text: Any) -> None:
        verdict, deal, leader, self.bidder = (get(text, key, str) for key in ("verdict", "deal", "leader", "bidder"))
        self.safe, self.gaps, self.cut = verdict == "safe", get(text, "gaps", bool, False), ""
        need({*text} <= {*KEYS.split()}, f"a key that no book has: expected none but {KEYS}")
        known = get(text, "format", str) == "ouverte-book-1" and (verdict, self.gaps) != ("beaten", True)
        need(known and verdict in ("beaten", "safe"), "expected 'ouverte-book-1', and 'safe', or 'beaten' without gaps")
        hands = [hand.split(".") if hand != "-" else [] for hand in deal[2:].split(" ")]
        shaped = len(hands) == 4 and all(len(hand) in (0, 4) for hand in hands) and deal[:2] in (f"{s}:" for s in SEATS)
        need(shaped, "expected a deal such as 'N:A.K.. 2.A.. - Q.2..'")
        suits = {seat: hand for seat, hand in zip((SEATS * 2)[SEATS.index(deal[0]) :], hands, strict=False) if hand}
        names = [(SUITS[i] + rank, seat) for seat in suits for i in range(4) for rank in suits[seat][i]]
        self.playing, self.dealt = [seat for seat in SEATS if seat in suits], dict(names)
        cards, sizes = {*self.dealt} & {*CARDS}, {sum(map(len, hand)) for hand in suits.values()}
        even = len(sizes) == 1 < len(suits) and len(names) == len(cards) > 0 and {self.bidder, leader} <= {*suits}
        need(even, "expected two hands or more of one length, no card twice, the bidder's and the leader's among them")
        self.start: list[State] = [("".join(self.dealt.get(name, ".") for name in CARDS), leader, (), "")]
        for name in get(text, "played", str, "").split():
            legal = [card for state in self.start for card in self.legal(state) if CARDS[card] == name]
            need(legal, f"{name[:40]!r} cannot be played where 'played' has it")
            self.start = self.after(self.start[0], legal[0], False)
            del self.dealt[name]
        left, self.size = -(len(self.dealt) // -len(suits)), len(names) // len(suits)
        self.last, self.nodes, self.says = left - get(text, "depth", int, 0), [], f"{self.bidder} is {verdict}"
        for n in get(text, "nodes", list) or [{}]:
            to = once([(card, to) for cards, to in get(n, "replies", dict, {}).items() for card in cards.split()])
            self.nodes += [(get(n, "play", str, "").split(), get(n, "safe", str, ""), to, get(n, "cut", bool, False))]
            numbers = all(type(each) is int and 0 <= each < len(text["nodes"]) for each in to.values())
            need(numbers, f"a reply of node {len(self.nodes) - 1} leads to no node: expected its number, from 0")

    def legal(self, state: State) -> list[int]:
        hand = [card for card, who in enumerate(state[0]) if who == state[1]]
        return [card for card in hand if state[2] and card // 13 == state[2][0] // 13] or hand

    def after(self, state: State, card: int, gaps: bool) -> list[State]:
        (held, seat, trick, safe), turn = state, self.playing.index(state[1]) + 1
        held, trick = held[:card] + (seat.lower() if seat == self.bidder else ".") + held[card + 1 :], (*trick, card)
        if len(trick) < len(self.playing):
            return [(held, self.playing[turn % len(self.playing)], trick, safe)]
        best = trick.index(max(each for each in trick if each // 13 == trick[0] // 13))
        winner, held = self.playing[(turn + best) % len(self.playing)], held.replace(self.bidder.lower(), ".")
        leaders = [each for each in self.playing if winner != self.bidder != each and (gaps or each == winner)]
        return [(laid(held, self.bidder, safe) if gaps else held, each, (), safe if gaps else "") for each in leaders]

    def alike(self, state: State, card: int) -> tuple[str, ...]:
        low, gaps = card // 13 * 13, self.gaps and CARDS[card][0] not in state[3]
        suit = state[0][low : low + 13].upper() if gaps else ""
        start, end = suit.rfind(self.bidder, 0, card - low) + 1, suit.find(self.bidder, card - low) % 14
        span = CARDS[low + start : low + end] if self.gaps else [CARDS[card]]
        return tuple(name for name in span if self.dealt.get(name) == state[1])

    def declare(self, state: State, safe: str) -> State:
        mine = [i for i in range(52) if CARDS[i][0] in safe and state[0][i] == self.bidder]
        below = [state[0][i // 13 * 13 : i].replace(".", "") for i in mine]
        good = not state[2] and state[1] != self.bidder and all(len(e) <= 2 * e.count(self.bidder) for e in below)
        need(good, f"{safe[:40]!r} is not safe: below an i-th lowest card there are i others or more", 1)
        known = "".join(suit for suit in SUITS if suit in state[3] + safe)
        return laid(state[0], self.bidder, known) if self.gaps else state[0], state[1], state[2], known

    def replies(self, at: int, state: State) -> list[tuple[int, State, str]]:
        (play, safe, to, cut), found, states = self.nodes[at], [], [state]
        for name in play:  # a suit alone, declared safe, stands for the card of it that just ducks
            ok = [(s, i) for s in states for i in self.legal(s) if CARDS[i][: 2 - (self.gaps and name in s[3])] == name]
            good = {s for s, _ in ok if (s[1] == self.bidder) == self.safe} == {*states}
            need(good, f"the book's {name[:40]!r} cannot be played", 1)
            states = [after for s, card in dict(ok).items() for after in self.after(s, card, self.gaps)]
            need(states or not self.safe, f"the bidder takes the trick with {name}", 1)
        for state in (self.declare(each, safe) if safe else each for each in states):
            held, seat, trick, known = state
            over = self.safe and not trick and all(CARDS[i][0] in known for i in range(52) if held[i] == self.bidder)
            legal = [] if over else self.legal(state)
            need(over or (legal and (cut or (seat == self.bidder) != self.safe)), "the book ends too soon", 1)
            if cut and legal and not trick and len(legal) == self.last:
                self.cut, legal = f"trick {self.size - len(legal)}", []
            for alike, card in {self.alike(state, card): card for card in legal}.items():
                nodes, afters = {to.get(name, -1) for name in alike}, self.after(state, card, self.gaps)
                need(len(nodes) == 1 and -1 not in nodes, f"no answer to {'/'.join(alike)}", 1)
                need(afters or not self.safe, f"the bidder takes the trick after {'/'.join(alike)}", 1)
                found += [(max(nodes), after, " ".join([*play, "/".join(alike)])) for after in afters]
        return found


def main(paths: list[str]) -> int:
    """Check the book in a file and say in a line what was found. Returns the exit code, 0 for a proof."""
    line, seen = "", dict[tuple[int, State], int]()
    try:
        need(len(paths) == 1, "usage: python -m ouverte.verify FILE", 2)
        with open(paths[0], "rb") as file:
            data = file.read(FILE_LIMIT + 1)
        need(len(data) <= FILE_LIMIT, "a book over 16 MB", 4)
        book = _Book(json.loads(data, object_pairs_hook=once))
        need(book.start or not book.safe, "the bidder has taken a trick", 1)
        stack = [(0, state, "") for state in book.start]
        while stack:
            at, state, line = stack.pop()
            found = book.replies(at, state) if (at, state) not in seen else []
            stack += [(node, after, f"{line} {cards}") for node, after, cards in found]
            seen.setdefault((at, state), len(found))
            need(len(seen) <= POSITION_LIMIT, f"more than {POSITION_LIMIT} positions", 4)
        need(not book.cut, f"consistent, but not complete: proves nothing beyond {book.cut}", 5)
        message, code = f"proved, {book.says}: {len(seen)} positions, {sum(seen.values())} replies", 0
    except (AssertionError, OSError, ValueError, RecursionError, MemoryError) as error:
        message, code = error.args if isinstance(error, AssertionError) else (f"cannot be read: {error}", 3)
        message = f"{' '.join(paths)[-200:]}: {message}{'; line of play:' * (code == 1)}{line * (code == 1)}"
    print(ascii(message)[1:-1][:500], file=sys.stderr if code else sys.stdout)
    return code


if __name__ == "__main__":
    sys.exit((signal.signal(signal.SIGPIPE, signal.SIG_DFL), main(sys.argv[1:]))[1])
