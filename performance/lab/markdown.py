"""Markdown that the result pages share."""
import textwrap


def filled(text):
    return textwrap.fill(" ".join(text.split()), 132, break_long_words=False, break_on_hyphens=False)


def table(columns):
    """Of columns, each with its head first."""
    head, *body = zip(*columns)
    return lines([head, ["---"] * len(head), *body])


def facts(rows):
    """A table of two columns without a head."""
    return lines([("", ""), ("---", "---"), *rows])


def lines(rows):
    return "\n".join("| " + " | ".join(" ".join(cell.split()) for cell in cells) + " |" for cells in rows)
