"""What a run ends with when it cannot go on: one line for who started it."""


class Problem(Exception):
    """Its message is that line."""
