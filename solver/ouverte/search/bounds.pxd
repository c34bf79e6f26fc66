# Bounds on what a side must take, read off a position at the start of a trick, for any sides.
#
# Each says what the side takes whatever the others do, and adds to `relevant` the cards whose ranks that rests on. They
# hold for tricks that both sides want. docs/search.md, "Bounds", has the arguments.

from libc.stdint cimport uint64_t as u64

from ouverte.search.bits cimport count, suit_of, top, top_cards
from ouverte.search.state cimport NO_TRUMP, SUITS, Search, length, trumps_sealed


cdef inline int trump_matching(const Search* s, int seat, u64 cards, int enough, u64* relevant) noexcept nogil:
    """Trumps of one hand that win whoever leads what: those not matched by a higher trump of the other side.

    A trump of the hand loses only to a higher enemy trump in the same trick, and the hand plays one card a trick, so
    enemy trumps that beat cards of the hand are a matching. Stops at `enough`.
    """
    cdef u64 trumps = suit_of(cards, s.trump)
    cdef u64 own = suit_of(s.hand[seat], s.trump)
    cdef u64 enemy = 0
    cdef u64 low = 0
    cdef int other = s.following[seat]
    cdef int kept = 0
    cdef int above = 0
    cdef int rank
    while other != seat:
        if s.counted[other] != s.counted[seat]:
            enemy |= suit_of(s.hand[other], s.trump)
        other = s.following[other]
    while own and kept < enough:
        rank = top(own)
        own ^= <u64>1 << rank
        above += count(enemy >> rank)
        enemy &= (<u64>1 << rank) - 1
        if above:
            above -= 1
        else:
            kept += 1
            low = <u64>1 << rank
    if kept:
        relevant[0] |= (trumps & ~(low - 1)) << (s.trump << 4)
    return kept


cdef inline int free_tricks(const Search* s, int seat) noexcept nogil:
    """How many plain tricks a seat on lead can cash before a friend may hold nothing but trumps and have to ruff.

    That ruff is still a trick of the side, so one more than this can be counted.
    """
    cdef int other = s.following[seat]
    cdef int free = 13
    cdef int trumps
    while other != seat:
        if s.counted[other] == s.counted[seat]:
            trumps = length(s, other, s.trump)
            if trumps:
                free = min(free, 0 if s.must_trump else count(s.hand[other]) - trumps)
        other = s.following[other]
    return free


cdef inline int suit_cash(
    const Search* s, int seat, int suit, u64 own, u64 others, int gone, bint drawn, int* tops
) noexcept nogil:
    """Tricks a seat on lead takes in one suit by playing it from the top.

    `others` are the other hands' cards of the suit that stand above or between; `gone` rounds of it were played before.
    Unless trumps are `drawn`, it stops where an enemy with trumps runs out of the suit.
    """
    cdef int run, longest, rounds, other, theirs
    cdef int held = count(own)
    if own == 0:
        tops[0] = 0
        return 0
    run = count(own >> top(others)) if others else held
    if run == 0:
        tops[0] = 0
        return 0
    longest = 0
    rounds = held
    other = s.following[seat]
    while other != seat:
        theirs = max(length(s, other, suit) - gone, 0)
        longest = max(longest, theirs)
        if not drawn and s.counted[other] != s.counted[seat] and length(s, other, s.trump):
            rounds = min(rounds, theirs)
        other = s.following[other]
    # Once the others are out of the suit its small cards are as good as its top ones.
    if run < longest:
        rounds = min(rounds, run)
    tops[0] = min(min(run, longest), rounds)
    return rounds


cdef inline int rely(u64 cards, int suit, int tops, int rounds, int* enough, u64* relevant) noexcept nogil:
    """Count `rounds` tricks of a suit towards `enough`, with the ranks they rest on; returns those counted."""
    if rounds > enough[0]:
        rounds = enough[0]
    enough[0] -= rounds
    tops = min(tops, rounds)
    if tops:
        relevant[0] |= top_cards(suit_of(cards, suit), tops) << (suit << 4)
    return rounds


cdef inline bint leader_takes(const Search* s, int seat, u64 cards, int enough, u64* relevant) noexcept nogil:
    """Whether the side on lead takes `enough` tricks: the leader cashes, and may then lead to a friend who cashes.

    Trumps that a hand keeps by trump_matching count as well, where they are not needed to draw.
    """
    cdef int rounds[SUITS]
    cdef int tops[SUITS]
    cdef int suit, other, total, run, longest, enemy_longest
    cdef int free = 13              # plain tricks until a friend may be down to trumps
    cdef int plain = 0
    cdef int kept = 0
    cdef bint drawn = s.trump == NO_TRUMP
    cdef u64 held, others
    cdef u64 kept_ranks = 0
    if s.trump != NO_TRUMP:
        free = free_tricks(s, seat)
        # Can the leader draw the enemy trumps with trumps that nobody beats?
        held = suit_of(s.hand[seat], s.trump)
        others = suit_of(cards, s.trump) & ~held
        run = count(held >> top(others)) if others else count(held)
        enemy_longest = longest = 0
        other = s.following[seat]
        while other != seat:
            if s.counted[other] != s.counted[seat]:
                enemy_longest = max(enemy_longest, length(s, other, s.trump))
            longest = max(longest, length(s, other, s.trump))
            other = s.following[other]
        tops[s.trump] = rounds[s.trump] = 0
        if enemy_longest == 0:
            drawn = True
        if run >= enemy_longest and not trumps_sealed(s, cards):
            drawn = True
            tops[s.trump] = min(run, longest)
            rounds[s.trump] = count(held) if run >= longest else run
            if rounds[s.trump] >= longest:
                free = 13
    for suit in range(SUITS):
        if suit != s.trump:
            held = suit_of(s.hand[seat], suit)
            others = suit_of(cards, suit) & ~held
            rounds[suit] = suit_cash(s, seat, suit, held, others, 0, drawn, &tops[suit])
            plain += rounds[suit]
    total = min(plain, free + 1)
    if s.trump != NO_TRUMP:
        total += rounds[s.trump]
        if total < enough and rounds[s.trump] == 0:
            kept = trump_matching(s, seat, cards, enough - total, &kept_ranks)
    if total + kept >= enough:
        relevant[0] |= kept_ranks
        enough -= kept
        if s.trump != NO_TRUMP:
            # What follows relies on the whole draw, so its ranks are not shortened.
            relevant[0] |= top_cards(suit_of(cards, s.trump), tops[s.trump]) << (s.trump << 4)
            enough -= rounds[s.trump]
        for suit in range(SUITS):
            if suit != s.trump and enough > 0:
                rely(cards, suit, tops[suit], rounds[suit], &enough, relevant)
        return True
    if plain <= free:
        other = s.following[seat]
        while other != seat:
            if s.counted[other] == s.counted[seat]:
                if with_friend(s, seat, other, cards, rounds, tops, drawn, free, enough, relevant):
                    return True
            other = s.following[other]
    return False


cdef inline bint with_friend(
    const Search* s, int seat, int friend, u64 cards, const int* rounds, const int* tops, bint drawn, int free,
    int enough, u64* relevant
) noexcept nogil:
    """Whether the leader's own tricks and then those of a friend, after a lead to a winner of his, come to `enough`."""
    cdef int winners[SUITS]
    cdef int heights[SUITS]
    cdef int suit, forced, spare, theirs, entry, left, total, plain, kept
    cdef u64 held, others, gone, kept_ranks
    entry = -1
    forced = spare = total = plain = 0
    for suit in range(SUITS):
        theirs = length(s, friend, suit)
        if suit == s.trump:
            forced += max(0, rounds[suit] - theirs)
            total = rounds[suit]
            winners[suit] = heights[suit] = 0
            continue
        plain += rounds[suit]
        if theirs <= rounds[suit]:
            forced += rounds[suit] - theirs
            winners[suit] = heights[suit] = 0
            continue
        # What the friend still holds after following with his lowest cards, against what the others still hold.
        gone = top_cards(suit_of(s.hand[seat], suit), rounds[suit])
        held = top_cards(suit_of(s.hand[friend], suit), theirs - rounds[suit])
        others = suit_of(cards, suit) & ~gone & ~suit_of(s.hand[friend], suit)
        winners[suit] = suit_cash(s, friend, suit, held, others, rounds[suit], drawn, &heights[suit])
        spare += theirs - rounds[suit] - winners[suit]
        if winners[suit] and heights[suit] and length(s, seat, suit) > rounds[suit]:
            entry = suit
        plain += winners[suit]
    total += plain
    if entry < 0 or forced > spare:
        return False
    if s.trump != NO_TRUMP:
        # Neither the leader nor another friend may be down to trumps while the friend cashes.
        left = count(s.hand[seat]) - length(s, seat, s.trump)
        if length(s, seat, s.trump) > rounds[s.trump] and (plain > left or s.must_trump):
            return False
        if plain > free:
            return False
    kept = 0
    kept_ranks = 0
    if total < enough and s.trump != NO_TRUMP and rounds[s.trump] == 0:
        kept = trump_matching(s, seat, cards, enough - total, &kept_ranks)
        if total + kept < enough:
            kept_ranks = 0
            kept = trump_matching(s, friend, cards, enough - total, &kept_ranks)
    if total + kept < enough:
        return False
    relevant[0] = kept_ranks
    for suit in range(SUITS):
        if heights[suit]:
            # The friend's top cards come right below those the leader cashed.
            relevant[0] |= above(cards, suit, top_cards(suit_of(s.hand[friend], suit), heights[suit]))
        elif tops[suit]:
            relevant[0] |= top_cards(suit_of(cards, suit), tops[suit]) << (suit << 4)
    return True


cdef inline u64 above(u64 cards, int suit, u64 held) noexcept nogil:
    """The cards of a suit from the top down to the lowest of `held`."""
    cdef u64 lowest = held & (~held + 1)
    return (suit_of(cards, suit) & ~(lowest - 1)) << (suit << 4)


cdef inline bint takes_surely(
    const Search* s, bint side, int leader, u64 cards, int enough, u64* relevant
) noexcept nogil:
    """Whether the seats with `counted == side` take `enough` tricks against any play, as far as these bounds can tell."""
    cdef int seat
    cdef u64 ranks
    if s.counted[leader] == side:
        ranks = 0
        if leader_takes(s, leader, cards, enough, &ranks):
            relevant[0] = ranks
            return True
    if s.trump == NO_TRUMP:
        return False
    seat = s.following[leader]
    while True:
        if s.counted[seat] == side and length(s, seat, s.trump):
            ranks = 0
            if hold_tricks(s, seat, cards, enough, &ranks) >= enough:
                relevant[0] = ranks
                return True
        if seat == leader:
            return False
        seat = s.following[seat]


cdef inline int hold_tricks(const Search* s, int seat, u64 cards, int enough, u64* relevant) noexcept nogil:
    """Tricks of a hand with trumps whoever leads: trumps kept and, when it alone has trumps, its top cards too."""
    cdef int total, suit, tops, rounds
    cdef u64 held, ranks
    if suit_of(cards, s.trump) & ~suit_of(s.hand[seat], s.trump):
        return trump_matching(s, seat, cards, enough, relevant)
    # Nobody else has a trump: the hand comes in with its first top card or ruff and cashes, losing no trump by it.
    total = length(s, seat, s.trump)
    ranks = 0
    enough -= total
    for suit in range(SUITS):
        if suit != s.trump and enough > 0:
            held = suit_of(s.hand[seat], suit)
            rounds = suit_cash(s, seat, suit, held, suit_of(cards, suit) & ~held, 0, True, &tops)
            total += rely(cards, suit, tops, rounds, &enough, &ranks)
    relevant[0] |= ranks
    return total


cdef inline bint cannot_take_all(const Search* s, int leader, u64 cards, int left, u64* relevant) noexcept nogil:
    """Whether the side on lead must lose one of the `left` tricks: it may lead only suits of which it holds the top.

    A suit so led gives no more tricks than the longest hand of the side has cards of it. With trumps in play a friend
    could ruff a suit of which the enemy has the top, so there only a side of one hand is judged. Three hands that run
    one suit down to their last card can squeeze the enemy out of a top (docs/search.md has the proof and an example).
    """
    cdef bint side = s.counted[leader]
    cdef bint held
    cdef int hands = 1
    cdef int led = 0
    cdef int suit, seat, longest, rounds
    cdef u64 remaining, highest
    cdef u64 tops = 0
    seat = s.following[leader]
    while seat != leader:
        hands += s.counted[seat] == side
        seat = s.following[seat]
    if hands > 1 and s.trump != NO_TRUMP and suit_of(cards, s.trump):
        return False
    rounds = 0
    for suit in range(SUITS):
        remaining = suit_of(cards, suit)
        if remaining == 0:
            continue
        highest = <u64>1 << top(remaining)
        longest = 0
        held = False
        seat = leader
        while True:
            if s.counted[seat] == side:
                longest = max(longest, length(s, seat, suit))
                held = held or (suit_of(s.hand[seat], suit) & highest) != 0
            seat = s.following[seat]
            if seat == leader:
                break
        if held:
            rounds += longest
            led += 1
        elif longest:
            tops |= highest << (suit << 4)
    if rounds >= left or (hands == 3 and led == 1 and rounds == left - 1):
        return False
    relevant[0] = tops
    return True
