"""How a search may end without an answer."""


class SearchStopped(Exception):
    """Another thread asked the solver to stop before the answer was known."""


class SearchLimit(Exception):
    """The node limit was reached before the answer was known."""
