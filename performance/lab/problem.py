"""The reason why a run cannot continue."""


class Problem(Exception):
    """The message is one line for the user."""
