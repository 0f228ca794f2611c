"""The recorded result of an experiment, and its evaluation."""
import json
import os
import platform
import re
import statistics
import subprocess
from datetime import datetime, timezone

from lab.figures import FIGURES, shown
from lab.markdown import table
from lab.problem import Problem
from lab.process import ROOT, java_version

RECORDED = os.path.join(ROOT, "performance", "results")


def file_of(name):
    return os.path.join(RECORDED, f"{name}.json")


def machine():
    with open("/proc/cpuinfo") as file:
        model = re.search(r"^model name\s*:\s*(.*)$", file.read(), re.M)
    with open("/proc/meminfo") as file:
        memory = int(re.search(r"MemTotal:\s+(\d+)", file.read()).group(1)) / 2**20
    return {"processor": re.sub(r"\s+", " ", model.group(1)) if model else platform.machine(), "cores": os.cpu_count(),
            "memoryGiB": round(memory), "kernel": platform.release(), "jdk": java_version()}


def commit():
    """Returns the commit of the measured code, and whether files other than docs and results had changed."""
    def git(*arguments):
        return subprocess.run(["git", "-C", ROOT, *arguments], capture_output=True, text=True).stdout.strip()
    changed = git("status", "--porcelain", "--", ".", ":!docs", ":!performance/results", ":!*.md")
    return git("rev-parse", "--short=10", "HEAD") + (" with changes" if changed else "")


def of(experiment, turns, command):
    load = experiment.load
    return {
        "experiment": experiment.name,
        "recorded": datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%MZ"),
        "commit": commit(),
        "command": command,
        "machine": machine(),
        "load": {name: value for name in ("rate", "clients", "requests", "duration", "warm_up", "rounds")
                 if (value := getattr(load, name)) is not None},
        "variants": [{"name": name, "turns": [{key: rounded(value) for key, value in turn.items() if value is not None}
                                              for turn in of_variant]} for name, of_variant in turns.items()],
    }


def rounded(value):
    return float(f"{value:.5g}")


def write(result):
    """Replaces the recorded result in one step."""
    os.makedirs(RECORDED, exist_ok=True)
    file = file_of(result["experiment"])
    with open(f"{file}.new", "w") as new:
        json.dump(result, new, indent=1)
        new.write("\n")
    os.replace(f"{file}.new", file)


def read(experiment):
    """Returns the recorded result, or None; raises a problem when its variants differ from those of the file."""
    if not os.path.exists(file_of(experiment.name)):
        return None
    with open(file_of(experiment.name)) as file:
        result = json.load(file)
    measured, named = [v["name"] for v in result["variants"]], [v.name for v in experiment.variants]
    if measured != named:
        raise Problem(f"performance/results/{experiment.name}.json has other variants than performance/experiments/{experiment.name}.toml: "
                      f"record it anew with make experiment NAME={experiment.name}.")
    return result


class Outcome:
    """The turns of all variants: medians, spread, and ratios to the first variant."""

    def __init__(self, result, experiment):
        self.experiment = experiment
        self.turns = {v["name"]: v["turns"] for v in result["variants"]}
        self.first = experiment.variants[0]
        self.last = experiment.variants[-1]

    def values(self, variant, figure):
        return [turn[figure] for turn in self.turns[variant.name] if figure in turn]

    def median(self, variant, figure):
        values = self.values(variant, figure)
        return statistics.median(values) if values else None

    def cell(self, variant, figure):
        """Returns the median, and the lowest and the highest turn if they differ."""
        values = self.values(variant, figure)
        if not values:
            return ""
        low, middle, high = (shown(figure, value) for value in (min(values), statistics.median(values), max(values)))
        return middle if low == high else f"{middle} ({low}–{high})"

    def ratio(self, variant, figure):
        before, now = self.median(self.first, figure), self.median(variant, figure)
        return now / before if before and now is not None else None

    def published_ratio(self, variant, figure):
        before, then = self.first.published.get(figure), variant.published.get(figure)
        return then / before if before and then is not None else None

    def overlap(self, variant, figure):
        before, now = self.values(self.first, figure), self.values(variant, figure)
        return max(before) >= min(now) and max(now) >= min(before)

    def others(self):
        """Returns the largest share of the machine that other processes took in a turn."""
        return max(turn.get("others", 0) for turns in self.turns.values() for turn in turns)

    def tables(self):
        """Returns a table of the compared figures with ratios, and a table of the other figures."""
        measure = self.experiment.measure
        others = [name for name in measure.figures if name not in measure.compare]
        return "\n\n".join(table(self.columns(names)) for names in (measure.compare, others) if names)

    def columns(self, names):
        variants = self.experiment.variants
        columns = [["Variant", *(variant.name for variant in variants)]]
        for name in names:
            columns.append([FIGURES[name].head, *(self.cell(variant, name) for variant in variants)])
            if name in self.experiment.measure.compare:
                columns.append(["× before", *(times(self.ratio(variant, name)) for variant in variants)])
                if any(name in variant.published for variant in variants):
                    columns.append(["published ×", *(times(self.published_ratio(variant, name)) for variant in variants)])
        return columns

    def sentences(self):
        """Returns two sentences on the ratio to the first variant: of the last published variant, and of Haru."""
        first, *more = self.experiment.measure.compare
        after = next((v for v in reversed(self.experiment.variants[1:]) if first in v.published), self.last)
        if after is not self.last:
            return f"{self.sentence(first, after)} {self.sentence(first, self.last)}"
        return " ".join(self.sentence(name, self.last) for name in [first, *more[:1]])

    def sentence(self, name, variant):
        head, ratio, published = FIGURES[name].head, self.ratio(variant, name), self.published_ratio(variant, name)
        step = f"From “{self.first.name}” to “{variant.name}”"
        if ratio is None:
            return f"{step} no ratio of {head} can be given: it was 0 before."
        if times(ratio) == times(1):
            told = f"{step} {head} did not change"
        elif self.overlap(variant, name):
            told = f"{step} the turns of {head} overlap (ratio of the medians {times(ratio)}), so the figures show no difference"
        else:
            told = f"{step} {head} {'rose' if ratio > 1 else 'fell'} to {times(ratio)} times"
        return told + (f"; published: {times(published)} times." if published else ".")


def times(ratio):
    if ratio is None:
        return ""
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.3f}"
