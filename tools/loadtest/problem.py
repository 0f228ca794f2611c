"""What a run ends with when it cannot go on."""


class Problem(Exception):
    """Its message is the one line for whoever started it."""
