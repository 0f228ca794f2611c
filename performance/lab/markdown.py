"""Formats text and tables of the result pages."""
import textwrap


def filled(text):
    return textwrap.fill(" ".join(text.split()), 132, break_long_words=False, break_on_hyphens=False)


def table(columns):
    """Formats columns; the first cell of each is its head."""
    head, *body = zip(*columns)
    return lines([head, ["---"] * len(head), *body])


def facts(rows):
    """Formats rows of two cells without a head."""
    return lines([("", ""), ("---", "---"), *rows])


def lines(rows):
    return "\n".join("| " + " | ".join(" ".join(cell.split()) for cell in cells) + " |" for cells in rows)
