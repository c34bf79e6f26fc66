"""Boards in files: reading and writing PBN, the text format in which card players exchange deals.

A board is a group of tags such as ``[Deal "N:..."]``. Read are Deal, Dealer, Board, North, East, South, West, Contract,
Declarer, Result, Auction and Play, and tags of our own: TurnUp (a card), Trump (a suit, where no card is turned up from
the pack), Widow (cards that were dealt to nobody), LaidAway, Called and Given (a bidder's exchange) and Game. Other
tags and their tables are ignored. A line with nothing but a deal is a board too.

Reading is tolerant between boards and strict within one: what is wrong with a board makes it a `BoardError`, and the
others are still read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ouverte.analysis import turned_up_suit
from ouverte.auction import Auction
from ouverte.cards import Card, Hand, Suit, parse_cards
from ouverte.deals import Deal
from ouverte.errors import AuctionError, ContractError, DealError, InputError
from ouverte.exchanges import Exchange, chosen
from ouverte.pbn_auction import AuctionSection, call_words, canonical
from ouverte.pbn_play import PlaySection
from ouverte.pbn_text import SizeLimit, Tag, Token, decode, tokens
from ouverte.rules import GAMES, SOLO_WHIST, Game
from ouverte.rules.ruleset import RuleSet
from ouverte.seats import Seat, Side
from ouverte.undealt import undealt, widow_hand

__all__ = ["Board", "BoardError", "PlaySection", "SizeLimit", "decode", "format_board", "read_boards"]

_NOT_KNOWN = ("", "?", "-")
"""Tag values by which PBN says that something is not known, or not applicable."""
_THROWN_IN = ("pass", "passed")
"""Values of the tag Contract by which it says that there was none."""
_SAME_AS_BEFORE = "#"
_NOTE = "note"
"""The tag of a note to a call or a card, of which a board may have several."""
_OUR_TAGS = (
    *("Board", "North", "East", "South", "West", "Dealer", "Deal", "Widow", "Game", "TurnUp", "Trump"),
    *("LaidAway", "Called", "Given"),
    *("Contract", "Declarer", "Result", "Auction", "Play"),
)
_CANONICAL = {tag.lower(): tag for tag in _OUR_TAGS}
_BARE_DEAL = re.compile(r"(?:[nesw]|[aybz]|north|east|south|west):", re.IGNORECASE)
_BRIDGE_CONTRACT = re.compile(r"([1-7])(S|H|D|C|NT)X{0,2}")
_RESULT = re.compile(r"\^?\s*(0|[1-9]\d{0,2})")


@dataclass(frozen=True)
class Board:
    """A deal with what its source says of it; None, or an empty text, where it says nothing.

    `trump` is the suit of a turn-up that is not known as a card, or that came from a second pack; `contract` is the
    contract played, as written, `declarer` who played it (in bridge without the partner), and `result` the tricks (or
    points) it is said to have taken, claimed ones included. `widow` is the widow, None where the source says nothing of
    it; `laid_away`, `card_called` and `card_given` are what a bidder did whose contract begins with an exchange. Raises
    ContractError for a turn-up that contradicts the deal or the trump suit, DealError for a widow that does.
    """

    deal: Deal
    name: str = ""
    dealer: Seat | None = None
    turn_up: Card | None = None
    trump: Suit | None = None
    game: Game = SOLO_WHIST
    names: Mapping[Seat, str] = field(default_factory=dict, hash=False)
    contract: str = ""
    declarer: Side | None = None
    result: int | None = None
    auction: AuctionSection | None = None
    play: PlaySection | None = None
    widow: Hand | None = None
    laid_away: Hand | None = None
    card_called: Card | None = None
    card_given: Card | None = None
    line: int = 0
    """The line of the source where the board begins, 0 when it comes from none."""

    def __post_init__(self) -> None:
        if self.widow is not None:
            widow_hand(self.widow, self.deal)
        if self.turn_up is None:
            return
        if self.dealer is not None:
            turned_up_suit(self.deal, self.dealer, self.turn_up)
        if self.trump not in (None, self.turn_up.suit):
            raise ContractError(
                f"the turn-up is {self.turn_up} and the trump suit {self.trump.word}: expected them alike"
            )

    @property
    def turned_up(self) -> Suit | None:
        """The suit of the turn-up."""
        return self.trump if self.turn_up is None else self.turn_up.suit

    @property
    def undealt(self) -> Hand | None:
        """The cards out of play, None where they are not known. Raises DealError for cards not of the game's pack."""
        return undealt(self.deal, self.game, self.widow)

    @property
    def out_of_play(self) -> int:
        """What the cards out of play are worth. Raises DealError as `undealt`, and where they are not known."""
        cards = self.undealt
        if cards is None:
            raise DealError("the widow is not known: expected it with a deal that is not whole")
        return self.game.play.points(cards)

    @property
    def exchange(self) -> Exchange | None:
        """What the bidder did before the first lead, None where the source does not say.

        Raises ContractError for an exchange that the contract does not know, or that he could not make.
        """
        if self.laid_away is None and self.card_called is None and self.card_given is None:
            return None
        if not self.contract or self.declarer is None or len(self.declarer) != 1:
            raise ContractError("cards laid away or called: expected a Contract tag and a Declarer tag with one seat")
        return chosen(
            self.game.contract(self.contract_and_suit[0]).preparation,
            self.deal,
            self.declarer.only,
            self.undealt or Hand(),
            laid_away=tuple(self.laid_away or ()),
            called=self.card_called,
            given=self.card_given,
        )

    @property
    def as_played(self) -> Board:
        """The board with the hands as they were after the bidder's exchange; errors as `exchange`."""
        exchange = self.exchange
        if exchange is None:
            return self
        widow = Hand.of(exchange.laid_away) if exchange.laid_away else self.widow
        return replace(self, deal=exchange.deal, widow=widow, laid_away=None, card_called=None, card_given=None)

    @property
    def bridge_contract(self) -> tuple[int, Suit | None] | None:
        """The level and the trump suit of a contract of bridge; None where the contract is not one."""
        bridge = _BRIDGE_CONTRACT.fullmatch(self.contract.upper())
        return None if bridge is None else (int(bridge[1]), None if bridge[2] == "NT" else Suit.parse(bridge[2]))

    @property
    def contract_and_suit(self) -> tuple[str, Suit | None]:
        """The name of the contract, and the suit written after it. Raises CardError for a suit that is none."""
        name, _, suit = self.contract.partition(" ")
        return name, Suit.parse(suit) if suit else None

    @property
    def play_trump(self) -> Suit | None:
        """The trump suit of the contract played, None for no trump. Raises ContractError where that is not known.

        A contract is one of the game's, followed by the suit where the bidder names it (``abundance D``), or one of
        bridge (``4H``); without a contract the play was with the turned-up suit.
        """
        if self.bridge_contract is not None:
            return self.bridge_contract[1]
        if self.contract:
            name, suit = self.contract_and_suit
            rule = self.game.contract(name).trump
            if suit is not None:
                return suit
            if rule.bidder_chooses:
                raise ContractError(f"contract {name}: expected the suit that the bidder named, as in {name} D")
            if not rule.turned_up:
                return rule.choice[0] if rule.choice else None
        if self.turned_up is None:
            raise ContractError("the trump suit of the play is not known: expected a Contract, TurnUp or Trump tag")
        return self.turned_up

    @property
    def played(self) -> tuple[Card, ...]:
        """The cards of the Play section in order of play. Raises PlayError, or ContractError without its trump suit.

        It is a play of the hands as they were after the bidder's exchange.
        """
        if self.play is None or not self.play.words:
            return ()
        return self.play.cards(self.as_played.deal, self.play_trump, self.game.play)

    def called(self, rules: RuleSet) -> Auction | None:
        """The Auction section as an auction under these rules, None where there is none.

        Raises AuctionError for a call that is illegal, and where the contract or who played it is said to be another.
        """
        if self.auction is None:
            return None
        auction = self.auction.auction(rules, self.dealer)
        outcome = auction.outcome
        if outcome is not None:
            ends = "thrown in" if outcome.side is None else f"in {outcome.contract} by {outcome.side}"
            contract = canonical(self.contract.partition(" ")[0]) if self.contract else outcome.contract
            if contract != outcome.contract and not (outcome.thrown_in and contract in _THROWN_IN):
                raise AuctionError(f"the auction ends {ends}, but the Contract tag says {self.contract}")
            if self.declarer not in (None, outcome.side):
                raise AuctionError(f"the auction ends {ends}, but the Declarer tag says {self.declarer}")
        return auction


@dataclass(frozen=True, slots=True)
class BoardError:
    """A board that cannot be read: where it stands, and why."""

    line: int
    reason: str
    name: str = ""


def read_boards(text: str) -> Iterator[Board | BoardError]:
    """The boards of a text in order, each as soon as it is read.

    A text without any board gives one BoardError. Raises SizeLimit at a line that is too long.
    """
    earlier: dict[str, str] = {}
    nothing = True
    for group in _groups(tokens(text)):
        read = group.read(earlier)
        if read is not None:
            nothing = False
            yield read
    if nothing:
        yield BoardError(1, 'no board found: expected a tag such as [Deal "N:..."], or a line such as N:...')


def format_board(board: Board) -> str:
    """A board as PBN text, ending with an empty line; the inverse of `read_boards` but for the line numbers."""
    tags = [("Board", board.name)] if board.name else []
    tags += [
        (seat.word, board.names[seat]) for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH) if seat in board.names
    ]
    if board.dealer is not None:
        tags.append(("Dealer", board.dealer.letter))
    tags.append(("Deal", board.deal.to_pbn(board.dealer if board.dealer is not None else Seat.NORTH)))
    if board.widow is not None:
        tags.append(("Widow", " ".join(str(card) for card in board.widow) or "none"))
    tags.append(("Game", board.game.name))
    if board.turn_up is not None:
        tags.append(("TurnUp", str(board.turn_up)))
    elif board.trump is not None:
        tags.append(("Trump", board.trump.letter))
    if board.contract:
        tags.append(("Contract", board.contract))
    if board.declarer is not None:
        tags.append(("Declarer", str(board.declarer)))
    if board.laid_away is not None:
        tags.append(("LaidAway", " ".join(str(card) for card in board.laid_away)))
    tags += [
        (tag, str(card))
        for tag, card in (("Called", board.card_called), ("Given", board.card_given))
        if card is not None
    ]
    if board.result is not None:
        tags.append(("Result", str(board.result)))
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags]
    if board.auction is not None:
        lines.append(f'[Auction "{board.auction.first.letter}"]')
        lines += [" ".join(row) for row in board.auction.rows()]
    if board.play is not None:
        lines.append(f'[Play "{board.play.first.letter}"]')
        lines += [" ".join(row) for row in board.play.rows(board.deal)]
    return "\n".join(lines) + "\n\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


class _Group:
    """The tags of one board as they are gathered, and what was not understood among them."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: dict[str, Tag] = {}
        self.faults: list[tuple[int, str]] = []
        self.bare: str | None = None
        self.play_words: list[str] = []
        self.call_words: list[str] = []
        self._section = ""

    def add(self, tag: Tag) -> None:
        self._section = _CANONICAL.get(tag.name.lower(), tag.name)
        if self._section.lower() == _NOTE:
            return
        if self._section in self.tags:
            self.faults.append((tag.line, f"tag {self._section} is given twice"))
        self.tags[self._section] = tag

    def has(self, tag: str) -> bool:
        return _CANONICAL.get(tag.lower(), tag) in self.tags

    def add_words(self, line: int, text: str) -> None:
        """Take text that is no tag: a row of the table below a tag, or else a fault."""
        if self._section == "Play":
            for word in text.split():
                if word[0] not in "$=^!?":  # notes and irregularities, which say nothing about the cards
                    self.play_words.append(word.rstrip("!?"))
        elif self._section == "Auction":
            self.call_words += call_words(text)
        elif not self._section.endswith("Table"):
            self.not_understood(line, text)

    def not_understood(self, line: int, text: str) -> None:
        if not self.faults:  # the first is enough, where a whole page is something else
            shown = text if len(text) <= 40 else text[:37] + "..."
            self.faults.append((line, f'{shown!r} is not understood: expected a tag such as [Dealer "N"]'))

    def read(self, earlier: dict[str, str]) -> Board | BoardError | None:
        """The board, why there is none, or None for a group of tags that are not about a board.

        `earlier` holds the tags of the boards before, for values that are said to be the same, and is brought up to
        date.
        """
        values = {}
        for name in _OUR_TAGS:
            if name in self.tags:
                value = self.tags[name].value.strip()
                values[name] = earlier[name] = earlier.get(name, "") if value == _SAME_AS_BEFORE else value
        known = {name: value for name, value in values.items() if value not in _NOT_KNOWN}
        if self.bare is not None:
            known["Deal"] = self.bare
        elif not values and not self.faults:
            return None
        elif not self.faults and "Deal" not in known:
            self.faults.append((self.line, "the board has no Deal tag"))
        name = known.get("Board", "")
        if self.faults:
            (line, first), *more = self.faults
            return BoardError(line, "; ".join([first, *(f"line {at}: {fault}" for at, fault in more)]), name)
        return self._board(known, name)

    def _board(self, known: Mapping[str, str], name: str) -> Board | BoardError:
        at = "Deal"

        def value(tag: str) -> str | None:
            nonlocal at
            at = tag
            return known.get(tag)

        try:
            deal = Deal.from_pbn(known["Deal"])
            widow = _widow(text, deal) if (text := value("Widow")) else None
            laid_away = Hand.of(parse_cards(text)) if (text := value("LaidAway")) else None
            called = Card.parse(text) if (text := value("Called")) else None
            given = Card.parse(text) if (text := value("Given")) else None
            dealer = Seat.parse(text) if (text := value("Dealer")) else None
            trump = Suit.parse(text) if (text := value("Trump")) else None
            game = _game(text) if (text := value("Game")) else SOLO_WHIST
            caller = Seat.parse(text) if (text := value("Auction")) else None
            calls, line = tuple(self.call_words), self._line("Auction")
            first = Seat.parse(text) if (text := value("Play")) else None
            # A declarer or a result with a mark of irregularity is still the declarer or the result.
            declarer = Side.parse(text.lstrip("^")) if (text := value("Declarer")) else None
            result = _RESULT.fullmatch(value("Result") or "")
            turn_up = Card.parse(text) if (text := value("TurnUp")) else None
            return Board(
                deal,
                name,
                dealer,
                turn_up,
                trump,
                game,
                names={seat: known[seat.word] for seat in Seat if seat.word in known},
                contract=known.get("Contract", ""),
                declarer=declarer,
                result=None if result is None or int(result[1]) > game.most else int(result[1]),
                auction=None if caller is None else AuctionSection(caller, calls, line),
                play=None if first is None else PlaySection(first, tuple(self.play_words), self._line("Play")),
                widow=widow,
                laid_away=laid_away,
                card_called=called,
                card_given=given,
                line=self.line,
            )
        except InputError as error:
            return BoardError(self._line(at), str(error) if at == "Deal" else f"tag {at}: {error}", name)

    def _line(self, tag: str) -> int:
        return self.tags[tag].line if tag in self.tags else self.line


def _widow(text: str, deal: Deal) -> Hand:
    return Hand() if text.lower() == "none" else widow_hand(parse_cards(text), deal)


def _game(name: str) -> Game:
    try:
        return GAMES[name.lower().replace(" ", "-")]
    except KeyError:
        raise InputError(f"{name!r} is no game: expected one of {', '.join(GAMES)}") from None


def _groups(stream: Iterable[Token]) -> Iterator[_Group]:
    """Gather tokens by board: an empty line ends one, and so does a tag it already has once its deal is known."""
    group: _Group | None = None
    for token in stream:
        if token.kind == "gap":
            if group is not None:
                yield group
            group = None
            continue
        bare = token.kind == "words" and _BARE_DEAL.match(token.text) is not None
        again = token.tag is not None and group is not None and group.has(token.tag.name) and group.has("Deal")
        if group is not None and (bare or again or group.bare is not None):
            yield group
            group = None
        group = group or _Group(token.line)
        if bare:
            group.bare = token.text
        elif token.tag is not None:
            group.add(token.tag)
        elif token.kind == "words":
            group.add_words(token.line, token.text)
        elif token.kind == "unclosed":
            group.faults.append((token.line, "the comment opened here is never closed: expected }"))
        else:
            group.not_understood(token.line, token.text)
    if group is not None:
        yield group
