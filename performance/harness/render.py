"""Formats results: text and tables in Markdown, the figures of an experiment as bars, and curves (SVG)."""
import math
import re
import textwrap
from html import escape

from harness import Problem
from harness.figures import FIGURES, shown


def filled(text):
    return textwrap.fill(" ".join(text.split()), 132, break_long_words=False, break_on_hyphens=False)


def table(columns):
    """Formats columns; the first cell of each is its head."""
    head, *body = zip(*columns)
    return rows(head, body)


def facts(body):
    """Formats rows of two cells without a head."""
    return rows(("", ""), body)


def rows(head, body):
    """Formats a head and rows of cells."""
    return "\n".join("| " + " | ".join(" ".join(str(cell).split()) for cell in cells) + " |" for cells in (head, ["---"] * len(head), *body))


def with_tables(page, tables, command):
    """Returns the page with each table between its two marks; the first mark has the name and the command that writes the table."""
    for name, content in tables.items():
        begin, end = f"<!-- {name}: written by {command} -->", f"<!-- end of {name} -->"
        page, found = re.subn(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _: f"{begin}\n{content}\n{end}", page, flags=re.DOTALL)
        if found != 1:
            raise Problem(f"The page must have the mark {begin!r} and its end exactly once, but has {found}.")
    return page


WIDTH, LABELS, BAR, GAP, HEAD, RIGHT = 860, 300, 18, 10, 34, 130
INK, FAINT, FILL, PUBLISHED = "#1f2933", "#6b7785", "#3b7dd8", "#d8843b"


def svg(outcome):
    """Draws the first two compared figures with the spread of the turns and the published ratio."""
    experiment = outcome.experiment
    parts, top = [], 16
    for name in experiment.measure.compare[:2]:
        panel, height = bars(outcome, name, top)
        parts += panel
        top += height + 12
    parts.append(text(16, top + 6, "Bars: median; lines: lowest and highest turn. Orange: the published ratio to the first variant.",
                      FAINT, 11))
    return drawing(experiment.title, top + 20, parts)


def drawing(title, height, parts):
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" '
        f'aria-label="{escape(title)}" font-family="system-ui, sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>', *parts, "</svg>", ""])


def bars(outcome, name, top):
    parts = []
    better = "more is better" if FIGURES[name].more_is_better else "less is better"
    parts.append(text(16, top + 16, f"{outcome.experiment.title}: {FIGURES[name].head} ({better})", INK, 14, "600"))
    published = {variant: outcome.published_ratio(variant, name) for variant in outcome.turns}
    before = outcome.median(outcome.first, name) or 0
    highest = max(max(outcome.values(variant, name), default=0) for variant in outcome.turns)
    marks = {variant: ratio * before for variant, ratio in published.items() if ratio}
    longest = max([highest, *(value for value in marks.values() if value <= 3 * highest)]) or 1
    scale = (WIDTH - LABELS - RIGHT) / longest
    for row, variant in enumerate(outcome.turns):
        y = top + HEAD + row * (BAR + GAP)
        values, middle = outcome.values(variant, name), outcome.median(variant, name)
        parts.append(text(LABELS - 10, y + 13, variant, INK, 12, anchor="end"))
        if middle is None:
            continue
        parts.append(f'<rect x="{LABELS}" y="{y}" width="{max(1, middle * scale):.1f}" height="{BAR}" rx="2" fill="{FILL}"/>')
        low, high = (LABELS + value * scale for value in (min(values), max(values)))
        parts.append(f'<path d="M{low:.1f} {y + BAR / 2}H{high:.1f}" stroke="{INK}" stroke-width="2"/>')
        mark = marks.get(variant)
        if mark and mark <= longest and variant != outcome.first:
            x = LABELS + mark * scale
            parts.append(f'<path d="M{x:.1f} {y - 3}V{y + BAR + 3}" stroke="{PUBLISHED}" stroke-width="3"/>')
        end = max([high, LABELS + (mark if mark and mark <= longest else 0) * scale])
        parts.append(text(end + 8, y + 13, shown(name, middle), INK, 12))
    return parts, HEAD + len(outcome.turns) * (BAR + GAP)


CURVES, PANEL, LEFT = ["#3b7dd8", "#d8843b", "#3a9d6e"], 230, 70


def curves(title, panels):
    """Draws lines over a logarithmic axis; a panel has a head and the points of each named line."""
    parts, top = [], 16
    for head, lines in panels:
        parts += panel(head, lines, top)
        top += PANEL + 70
    return drawing(title, top, parts)


def panel(head, lines, top):
    parts = [text(16, top + 16, head, INK, 14, "600")]
    top += HEAD
    across = sorted({x for points in lines.values() for x, _ in points})
    highest = max(y for points in lines.values() for _, y in points) or 1
    low, high = math.log(across[0]), math.log(across[-1])

    def place(x, y):
        share = (math.log(x) - low) / (high - low or 1)
        return LEFT + share * (WIDTH - LEFT - RIGHT), top + PANEL * (1 - y / highest)

    for share in (0, 0.25, 0.5, 0.75, 1):
        y = place(across[0], highest * share)[1]
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{FAINT}" stroke-width="0.5"/>')
        parts.append(text(LEFT - 8, y + 4, f"{highest * share:,.0f}", FAINT, 11, anchor="end"))
    for x in across:
        parts.append(text(place(x, 0)[0], top + PANEL + 18, f"{x:,}", FAINT, 11, anchor="middle"))
    ends = []
    for (name, points), colour in zip(lines.items(), CURVES):
        path = "L".join("{:.1f} {:.1f}".format(*place(*point)) for point in points)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for point in points:
            x, y = place(*point)
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
        y = place(*points[-1])[1] + 4
        while any(abs(y - other) < 14 for other in ends):
            y += 14
        ends.append(y)
        parts.append(text(WIDTH - RIGHT + 10, y, name, colour, 12))
    return parts


def text(x, y, content, fill, size, weight="400", anchor="start"):
    return (f'<text x="{x:.0f}" y="{y:.0f}" fill="{fill}" font-size="{size}" font-weight="{weight}" '
            f'text-anchor="{anchor}">{escape(content)}</text>')
