"""Results: their one JSON format, and the evaluation of their turns.

A result has a name, the time, commit, command and machine of its recording, its load, and variants. A variant has a name and turns.
A turn maps figures to numbers, or to numbers by process. performance/results has the recorded results.
"""
import json
import os
import platform
import re
import statistics
import subprocess
from datetime import datetime, timezone

from harness import ROOT, RUN, Problem
from harness.figures import FIGURES, shown, times
from harness.process import java_version
from harness.render import table

RECORDED = os.path.join(ROOT, "performance", "results")
UNRECORDED = os.path.join(RUN, "results")  # of runs with a part of the variants


def file_of(name):
    return os.path.join(RECORDED, f"{name}.json")


def machine():
    """Returns the properties of the machine that affect the figures."""
    with open("/proc/cpuinfo") as file:
        model = re.search(r"^model name\s*:\s*(.*)$", file.read(), re.M)
    with open("/proc/meminfo") as file:
        memory = int(re.search(r"MemTotal:\s+(\d+)", file.read()).group(1)) / 2**20
    return {"processor": re.sub(r"\s+", " ", model.group(1)) if model else platform.machine(), "architecture": platform.machine(),
            "cores": os.cpu_count(), "memoryGiB": round(memory), "kernel": platform.release(), "jdk": known_java_version()}


def known_java_version():
    """Returns the version of the JDK; None on a machine without JDK, from which a load test calls another machine."""
    try:
        return java_version()
    except Problem:
        return None


def commit():
    """Returns the commit of the measured code, and whether files other than docs and results had changed."""
    def git(*arguments):
        return subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True).stdout.strip()
    changed = git("status", "--porcelain", "--", ".", ":!docs", ":!performance/results", ":!*.md")
    return git("rev-parse", "--short=10", "HEAD") + (" with changes" if changed else "")


def of(name, turns, command, load=None):
    """Returns the result of the turns of each variant."""
    return {
        "name": name,
        "recorded": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%MZ"),
        "commit": commit(),
        "command": command,
        "machine": machine(),
        "load": load or {},
        "variants": [{"name": variant, "turns": [rounded(turn) for turn in of_variant]} for variant, of_variant in turns.items()],
    }


def rounded(value):
    """Rounds all numbers to five digits, and omits figures without a value."""
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items() if part is not None}
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value


def write(result, recorded=True):
    """Replaces the file of a result in one step; returns the file. The result of a partial run is not recorded."""
    file = file_of(result["name"]) if recorded else os.path.join(UNRECORDED, f"{result['name']}.json")
    os.makedirs(os.path.dirname(file), exist_ok=True)
    return dump(result, file)


def dump(result, file):
    with open(f"{file}.new", "w") as new:
        json.dump(result, new, indent=1, ensure_ascii=False)
        new.write("\n")
    os.replace(f"{file}.new", file)
    return file


def read(name):
    """Returns the recorded result; None if there is none."""
    if not os.path.exists(file_of(name)):
        return None
    with open(file_of(name), encoding="utf-8") as file:
        return json.load(file)


def recorded_names():
    return sorted(file.removesuffix(".json") for file in os.listdir(RECORDED) if file.endswith(".json"))


def value_of(turn, figure):
    """Returns a figure of a turn; the figure of one process is named FIGURE/PROCESS."""
    for part in figure.split("/"):
        turn = turn.get(part) if turn is not None else None
    return turn


class Turns:
    """The turns of all variants: medians and spread."""

    def __init__(self, result):
        self.result = result
        self.turns = {variant["name"]: variant["turns"] for variant in result["variants"]}

    def values(self, variant, figure):
        if variant not in self.turns:
            raise Problem(f"performance/results/{self.result['name']}.json has no variant “{variant}”.")
        return [value for turn in self.turns[variant] if (value := value_of(turn, figure)) is not None]

    def median(self, variant, figure):
        values = self.values(variant, figure)
        return statistics.median(values) if values else None

    def cell(self, variant, figure):
        """Returns the median, and the lowest and the highest turn if they differ; of requests the sum."""
        values, name = self.values(variant, figure), figure.split("/")[0]
        if not values:
            return ""
        if name == "requests":
            return shown(name, sum(values))
        if name == "scans":
            return ", ".join(sorted({scan for turn in values for scan in turn}))
        low, middle, high = (shown(name, value) for value in (min(values), statistics.median(values), max(values)))
        return middle if low == high else f"{middle} ({low}–{high})"

    def others(self):
        """Returns the largest share of the machine that other processes took in a turn."""
        return max(turn.get("others", 0) for turns in self.turns.values() for turn in turns)

    def expanded(self, figure):
        """Returns a figure with its head, or the figure of each process with its head."""
        processes = dict.fromkeys(process for turns in self.turns.values() for turn in turns
                                  if isinstance(turn.get(figure), dict) for process in turn[figure])
        return [(f"{figure}/{process}", f"{FIGURES[figure].head}: {process}") for process in processes] or [(figure, FIGURES[figure].head)]

    def table(self, figures, head="Request"):
        """Returns a table of the figures with a row for each variant, without figures that no turn has."""
        columns = [[head, *self.turns]]
        for figure, of_figure in (pair for name in figures for pair in self.expanded(name)):
            cells = [self.cell(variant, figure) for variant in self.turns]
            if any(cells):
                columns.append([of_figure, *cells])
        return table(columns)


class Outcome(Turns):
    """The turns of an experiment's variants, and their ratios to the first variant."""

    def __init__(self, result, experiment):
        super().__init__(result)
        measured, named = list(self.turns), [variant.name for variant in experiment.variants]
        if measured != named:
            raise Problem(f"performance/results/{experiment.name}.json has other variants than performance/experiments/"
                          f"{experiment.name}.toml: record it anew with make experiment NAME={experiment.name}.")
        self.experiment = experiment
        self.first, self.last = named[0], named[-1]
        self.published = {variant.name: variant.published for variant in experiment.variants}

    def ratio(self, variant, figure):
        before, now = self.median(self.first, figure), self.median(variant, figure)
        return now / before if before and now is not None else None

    def published_ratio(self, variant, figure):
        before, then = self.published[self.first].get(figure), self.published[variant].get(figure)
        return then / before if before and then is not None else None

    def overlap(self, variant, figure):
        before, now = self.values(self.first, figure), self.values(variant, figure)
        return max(before) >= min(now) and max(now) >= min(before)

    def tables(self):
        """Returns a table of the compared figures with ratios, and a table of the other figures."""
        measure = self.experiment.measure
        others = [name for name in measure.figures if name not in measure.compare]
        return "\n\n".join(table(self.columns(names)) for names in (measure.compare, others) if names)

    def columns(self, names):
        columns = [["Variant", *self.turns]]
        for name in names:
            columns.append([FIGURES[name].head, *(self.cell(variant, name) for variant in self.turns)])
            if name in self.experiment.measure.compare:
                columns.append(["× before", *(times(self.ratio(variant, name)) for variant in self.turns)])
                if any(name in figures for figures in self.published.values()):
                    columns.append(["published ×", *(times(self.published_ratio(variant, name)) for variant in self.turns)])
        return columns

    def sentences(self):
        """Returns two sentences on the ratio to the first variant: of the last published variant, and of Haru."""
        first, *more = self.experiment.measure.compare
        after = next((name for name in reversed(list(self.turns)[1:]) if first in self.published[name]), self.last)
        if after != self.last:
            return f"{self.sentence(first, after)} {self.sentence(first, self.last)}"
        return " ".join(self.sentence(name, self.last) for name in [first, *more[:1]])

    def sentence(self, name, variant):
        head, ratio, published = FIGURES[name].head, self.ratio(variant, name), self.published_ratio(variant, name)
        step = f"From “{self.first}” to “{variant}”"
        if ratio is None:
            return f"{step} no ratio of {head} can be given: it was 0 before."
        if times(ratio) == times(1):
            text = f"{step} {head} did not change"
        elif self.overlap(variant, name):
            text = f"{step} the turns of {head} overlap (ratio of the medians {times(ratio)}), so the figures show no difference"
        else:
            text = f"{step} {head} {'rose' if ratio > 1 else 'fell'} to {times(ratio)} times"
        return text + (f"; published: {times(published)} times." if published else ".")
