# How much each feature of a card counts in the order of trial: with a trump suit, and without.
#
# The figures come from a search for small trees over random deals of every side shape (docs/search.md, "Ordering"). They
# change the work, never an answer. A lead's features come first, then those of a card played to a trick.

cdef extern from *:
    """
    enum {
        OWN_TOP,
        OWN_TOP_FRIEND_NEXT,
        UNDER_OWN_TOP,
        UNDER_OWN_TOP_STEP,
        FRIEND_TOP,
        FRIEND_TOP_STEP,
        FRIEND_TOP_FRIEND_NEXT,
        FRIEND_TOP_IS_NEXT,
        ENEMY_TOP,
        ENEMY_TOP_STEP,
        ENEMY_TOP_PLAYS_NEXT,
        ENEMY_TOP_PLAYS_LAST,
        ENEMY_TOP_FRIEND_NEXT,
        ENEMY_TOP_IS_NEXT,
        ENEMY_RUFFS,
        FRIEND_RUFFS,
        TRUMP_LEAD,
        TRUMP_LEAD_ENEMY_OUT,
        TRUMP_LEAD_OWN_TOP,
        OWN_LENGTH,
        FRIEND_LENGTH,
        ENEMY_LENGTH,
        RUN,
        SINGLETON,
        SINGLETON_WITH_TRUMPS,
        ENEMY_OUT,
        FRIEND_OUT,
        RANK_STEP,
        OVERTAKES_FRIEND,
        WINS,
        WINS_FRIEND_COULD,
        FORCES_FRIEND_COULD,
        FORCES_LAST,
        FORCES,
        LEAVES_TO_FRIEND,
        LEAVES_TO_FRIEND_BEHIND,
        RUFF,
        DISCARD_LENGTH,
        DISCARD_LAST,
        DISCARD_TOP,
        DISCARD_GUARD,
        LAST_SUCCESS,
        TABLE_CARD,
        OV_FEATURES
    };
    static const int OV_WEIGHT[OV_FEATURES][2] = {
        {58, 18},     /* OWN_TOP: the top card of the suit, held and led */
        {-15, -5},    /* OWN_TOP_FRIEND_NEXT: ... and a friend has the next one */
        {5, -13},     /* UNDER_OWN_TOP: another card of a suit of which the top is held */
        {1, 67},      /* UNDER_OWN_TOP_STEP: ... less this for every card above it */
        {91, 28},     /* FRIEND_TOP: a suit of which a friend has the top */
        {8, -22},     /* FRIEND_TOP_STEP: ... less this for every card above */
        {6, 17},      /* FRIEND_TOP_FRIEND_NEXT: ... and a friend has the next one */
        {-61, -65},   /* FRIEND_TOP_IS_NEXT: ... and the card led is the next one */
        {-4, -13},    /* ENEMY_TOP: a suit of which an enemy has the top */
        {1, 5},       /* ENEMY_TOP_STEP: ... less this for every card above */
        {10, 27},     /* ENEMY_TOP_PLAYS_NEXT: ... and he plays next */
        {-15, -7},    /* ENEMY_TOP_PLAYS_LAST: ... or last */
        {-8, 27},     /* ENEMY_TOP_FRIEND_NEXT: ... and a friend has the next one */
        {16, 76},     /* ENEMY_TOP_IS_NEXT: ... and the card led is the next one */
        {-145, -126}, /* ENEMY_RUFFS: an enemy can ruff */
        {39, 79},     /* FRIEND_RUFFS: a friend can ruff */
        {-31, -73},   /* TRUMP_LEAD: a trump */
        {-49, -152},  /* TRUMP_LEAD_ENEMY_OUT: ... when the enemies have none */
        {-38, -42},   /* TRUMP_LEAD_OWN_TOP: ... when the top trump is held */
        {4, 0},       /* OWN_LENGTH: for every card of the suit held */
        {8, 66},      /* FRIEND_LENGTH: for every card of the longest friend */
        {-5, -27},    /* ENEMY_LENGTH: for every card of the longest enemy */
        {4, 57},      /* RUN: the highest of touching cards */
        {11, -62},    /* SINGLETON: the only card of the suit */
        {1, 50},      /* SINGLETON_WITH_TRUMPS: ... with trumps to ruff it later */
        {-34, -45},   /* ENEMY_OUT: a suit the enemies have run out of */
        {3, -33},     /* FRIEND_OUT: a suit the friends have run out of and cannot ruff */
        {1, 1},       /* RANK_STEP: following: less this for every rank, so that low cards come first */
        {30, 32},     /* OVERTAKES_FRIEND: takes over from a friend who would win anyway */
        {20, 25},     /* WINS: takes the trick for good */
        {75, 72},     /* WINS_FRIEND_COULD: ... where a friend behind could as well */
        {54, 46},     /* FORCES_FRIEND_COULD: takes it for the moment; a friend behind can win it */
        {9, 14},      /* FORCES_LAST: takes it for the moment; the last seat can win it */
        {11, 11},     /* FORCES: ... or one of two seats behind */
        {127, 123},   /* LEAVES_TO_FRIEND: stays below a friend who will win */
        {112, 135},   /* LEAVES_TO_FRIEND_BEHIND: stays below for a friend behind to win */
        {31, 55},     /* RUFF: a trump on another suit */
        {7, -13},     /* DISCARD_LENGTH: a discard: for every card of its suit held */
        {1, -55},     /* DISCARD_LAST: ... the last of its suit */
        {-22, -20},   /* DISCARD_TOP: ... the top of its suit */
        {10, -9},     /* DISCARD_GUARD: ... from two cards */
        {100, 1400},  /* LAST_SUCCESS: the lead that last did it for the same hand */
        {700, -400},  /* TABLE_CARD: the lead the table remembers for such a position */
    };
    #define OV_WEIGH(feature, trumpless) OV_WEIGHT[feature][trumpless]
    """
    enum:
        OWN_TOP
        OWN_TOP_FRIEND_NEXT
        UNDER_OWN_TOP
        UNDER_OWN_TOP_STEP
        FRIEND_TOP
        FRIEND_TOP_STEP
        FRIEND_TOP_FRIEND_NEXT
        FRIEND_TOP_IS_NEXT
        ENEMY_TOP
        ENEMY_TOP_STEP
        ENEMY_TOP_PLAYS_NEXT
        ENEMY_TOP_PLAYS_LAST
        ENEMY_TOP_FRIEND_NEXT
        ENEMY_TOP_IS_NEXT
        ENEMY_RUFFS
        FRIEND_RUFFS
        TRUMP_LEAD
        TRUMP_LEAD_ENEMY_OUT
        TRUMP_LEAD_OWN_TOP
        OWN_LENGTH
        FRIEND_LENGTH
        ENEMY_LENGTH
        RUN
        SINGLETON
        SINGLETON_WITH_TRUMPS
        ENEMY_OUT
        FRIEND_OUT
        RANK_STEP
        OVERTAKES_FRIEND
        WINS
        WINS_FRIEND_COULD
        FORCES_FRIEND_COULD
        FORCES_LAST
        FORCES
        LEAVES_TO_FRIEND
        LEAVES_TO_FRIEND_BEHIND
        RUFF
        DISCARD_LENGTH
        DISCARD_LAST
        DISCARD_TOP
        DISCARD_GUARD
        LAST_SUCCESS
        TABLE_CARD
    int weight "OV_WEIGH"(int feature, bint trumpless) nogil
