# How much each feature of a card counts in the order of trial: with a trump suit, without, and with one where a seat is
# alone against the others.
#
# The figures come from a search for small trees over random deals of every side shape (docs/search.md, "Ordering"). They
# change the work, never an answer. A lead's features come first, then those of a card played to a trick.

cdef enum:
    TRUMPS              # the columns
    NO_TRUMPS
    TRUMPS_ALONE        # one seat against the others

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
        ENEMY_CHOICES,
        ENEMY_NEXT_PLAYS_LAST,
        FRIEND_NEXT_TWO,
        RANK_STEP,
        OVERTAKES_FRIEND,
        WINS,
        WINS_FRIEND_COULD,
        FORCES_FRIEND_COULD,
        FORCES_LAST,
        FORCES,
        LEAVES_TO_FRIEND,
        LEAVES_TO_FRIEND_BEHIND,
        WINS_SECOND,
        WINS_FROM_RUN,
        RUFF,
        DISCARD_LENGTH,
        DISCARD_LAST,
        DISCARD_TOP,
        DISCARD_GUARD,
        DISCARD_GUARD_OF_NEXT,
        LAST_SUCCESS,
        TABLE_CARD,
        OV_FEATURES
    };
    static const int OV_WEIGHT[OV_FEATURES][3] = {
        {69, 21, 58},      /* OWN_TOP: the top card of the suit, held and led */
        {-11, 73, -14},    /* OWN_TOP_FRIEND_NEXT: ... and a friend has the next one */
        {-12, 18, -12},    /* UNDER_OWN_TOP: another card of a suit of which the top is held */
        {1, 32, 1},        /* UNDER_OWN_TOP_STEP: ... less this for every card above it */
        {105, 90, 91},     /* FRIEND_TOP: a suit of which a friend has the top */
        {-8, -10, 8},      /* FRIEND_TOP_STEP: ... less this for every card above */
        {-29, 24, -10},    /* FRIEND_TOP_FRIEND_NEXT: ... and a friend has the next one */
        {-56, -41, -39},   /* FRIEND_TOP_IS_NEXT: ... and the card led is the next one */
        {8, -13, 0},       /* ENEMY_TOP: a suit of which an enemy has the top */
        {1, -2, 1},        /* ENEMY_TOP_STEP: ... less this for every card above */
        {-9, 13, 26},      /* ENEMY_TOP_PLAYS_NEXT: ... and he plays next */
        {-15, 12, -15},    /* ENEMY_TOP_PLAYS_LAST: ... or last */
        {-18, 29, -8},     /* ENEMY_TOP_FRIEND_NEXT: ... and a friend has the next one */
        {30, 51, 16},      /* ENEMY_TOP_IS_NEXT: ... and the card led is the next one */
        {-145, -126, -145},/* ENEMY_RUFFS: an enemy can ruff */
        {-5, 79, 39},      /* FRIEND_RUFFS: a friend can ruff */
        {-52, -73, -20},   /* TRUMP_LEAD: a trump */
        {-137, -152, -122},/* TRUMP_LEAD_ENEMY_OUT: ... when the enemies have none */
        {-1, -42, 1},      /* TRUMP_LEAD_OWN_TOP: ... when the top trump is held */
        {4, 15, 4},        /* OWN_LENGTH: for every card of the suit held */
        {8, 69, 8},        /* FRIEND_LENGTH: for every card of the longest friend */
        {-21, -6, -5},     /* ENEMY_LENGTH: for every card of the longest enemy */
        {3, 38, 4},        /* RUN: the highest of touching cards */
        {24, -80, 24},     /* SINGLETON: the only card of the suit */
        {5, 50, 1},        /* SINGLETON_WITH_TRUMPS: ... with trumps to ruff it later */
        {-25, -54, -34},   /* ENEMY_OUT: a suit the enemies have run out of */
        {10, -63, 10},     /* FRIEND_OUT: a suit the friends have run out of and cannot ruff */
        {-40, -50, -6},    /* ENEMY_CHOICES: for every card the enemies can choose from, void or not */
        {-1, -31, -1},     /* ENEMY_NEXT_PLAYS_LAST: the side has the top, and the enemy who plays last the next one */
        {-2, 17, 0},       /* FRIEND_NEXT_TWO: an enemy has the top, and the side the next two */
        {1, 1, 1},         /* RANK_STEP: following: less this for every rank, so that low cards come first */
        {21, 3, 21},       /* OVERTAKES_FRIEND: takes over from a friend who would win anyway */
        {20, 29, 20},      /* WINS: takes the trick for good */
        {65, 52, 68},      /* WINS_FRIEND_COULD: ... where a friend behind could as well */
        {54, 4, 54},       /* FORCES_FRIEND_COULD: takes it for the moment; a friend behind can win it */
        {9, 5, 9},         /* FORCES_LAST: takes it for the moment; the last seat can win it */
        {11, 14, 11},      /* FORCES: ... or one of two seats behind */
        {53, -1, 53},      /* LEAVES_TO_FRIEND: stays below a friend who will win */
        {141, 36, 141},    /* LEAVES_TO_FRIEND_BEHIND: stays below for a friend behind to win */
        {0, -8, 0},        /* WINS_SECOND: takes it with two seats still to play */
        {0, 5, 0},         /* WINS_FROM_RUN: takes it with the highest of touching cards */
        {31, 55, 31},      /* RUFF: a trump on another suit */
        {7, 9, 7},         /* DISCARD_LENGTH: a discard: for every card of its suit held */
        {14, -15, 1},      /* DISCARD_LAST: ... the last of its suit */
        {-44, -20, -34},   /* DISCARD_TOP: ... the top of its suit */
        {10, -7, 10},      /* DISCARD_GUARD: ... from two cards */
        {-8, -16, -8},     /* DISCARD_GUARD_OF_NEXT: ... of which the higher is the second-best left */
        {216, 1820, 100},  /* LAST_SUCCESS: the lead that last did it for the same hand */
        {816, -238, 700},  /* TABLE_CARD: the lead the table remembers for such a position */
    };
    #define OV_WEIGH(feature, column) OV_WEIGHT[feature][column]
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
        ENEMY_CHOICES
        ENEMY_NEXT_PLAYS_LAST
        FRIEND_NEXT_TWO
        RANK_STEP
        OVERTAKES_FRIEND
        WINS
        WINS_FRIEND_COULD
        FORCES_FRIEND_COULD
        FORCES_LAST
        FORCES
        LEAVES_TO_FRIEND
        LEAVES_TO_FRIEND_BEHIND
        WINS_SECOND
        WINS_FROM_RUN
        RUFF
        DISCARD_LENGTH
        DISCARD_LAST
        DISCARD_TOP
        DISCARD_GUARD
        DISCARD_GUARD_OF_NEXT
        LAST_SUCCESS
        TABLE_CARD
    int weight "OV_WEIGH"(int feature, int column) nogil
