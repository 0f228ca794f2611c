"""Compares the processor time of a few routes with the baseline in performance/results/perf-baseline.json. The unit is the
processor time of a constant response of the same Tomcat in the same process. The routes are in performance/benchmarks.

  tools/perf-check          measures, compares, and reports changed routes
  tools/perf-check record   measures and writes the new baseline

The benchmark starts and stops a separate system on free ports. The ratios are those of code that only the JVM's first compiler
(C1) has compiled, so they are comparable only with each other.

Exit code 1: a route costs more by over 10 %, and the confidence interval excludes chance. 2: invalid input, or a failed
measurement. Each process starts three times, with ROUNDS (2) turns of DURATION (1s) in each.
"""
import os
import random
import statistics
import sys
import traceback

from harness import Problem, experiment, render, result, runner
from harness.bench import prepare
from harness.system import System

BASELINE = "perf-baseline"
THRESHOLD = 0.10  # a smaller change of the cost is no verdict
CONFIDENCE = 0.95  # for all routes together; each route gets an equal part of the error (Bonferroni)
RESAMPLES = 10_000
EXPENSIVE = "**more expensive**"


def machine_class(machine):
    """Returns the properties of the machine that affect ratios: architecture, number of cores, JDK. Its speed does not."""
    return {"architecture": machine["architecture"], "cores": machine["cores"], "java": machine["jdk"].split(".")[0]}


def measure():
    """Returns the result of all routes."""
    prepare()
    routes, given = experiment.overridden(experiment.read(BASELINE, experiment.BENCHMARKS), os.environ)
    experiment.check_settings(routes)
    with System() as system:
        return result.of(BASELINE, runner.run(routes, system), f"make perf-check BASELINE=1 {given}".strip(), routes.load.recorded())


def ratios(measured):
    """Returns the ratios of each route: a list of rounds for each start of its process."""
    rounds = measured["load"]["rounds"]
    found = {variant["name"]: [turn["ratio"] for turn in variant["turns"]] for variant in measured["variants"]
             if not variant["name"].startswith("constant answer")}
    return {route: [turns[i:i + rounds] for i in range(0, len(turns), rounds)] for route, turns in found.items()}


def middle(starts):
    """Returns the mean over all processes of the medians of their rounds."""
    return statistics.fmean(statistics.median(rounds) for rounds in starts)


def drawn(starts, chance):
    """Draws processes, and rounds in each (a bootstrap in two levels)."""
    return [chance.choices(rounds, k=len(rounds)) for rounds in chance.choices(starts, k=len(starts))]


def change(before, now, chance, routes):
    """Returns the relative change and its confidence interval."""
    drawn_changes = sorted(middle(drawn(now, chance)) / middle(drawn(before, chance)) - 1 for _ in range(RESAMPLES))
    tail = (1 - CONFIDENCE) / routes / 2
    low, high = drawn_changes[int(tail * RESAMPLES)], drawn_changes[int((1 - tail) * RESAMPLES) - 1]
    return middle(now) / middle(before) - 1, low, high


def verdict(by, low, high):
    """Describes a change; a change within its own chance is not certain."""
    if by > THRESHOLD and low > 0:
        return EXPENSIVE
    if by < -THRESHOLD and high < 0:
        return "cheaper"
    if abs(by) > THRESHOLD:
        return "not certain"
    return "as before"


def compare(before, now):
    """Prints the table; returns the routes that cost more."""
    chance = random.Random(1)  # the same figures give the same intervals
    table, expensive = [], []
    for route, starts in now.items():
        if route not in before:
            table.append([route, "", f"{middle(starts):.2f}", "", "", "not recorded"])
            continue
        by, low, high = change(before[route], starts, chance, len(now))
        text = verdict(by, low, high)
        table.append([route, f"{middle(before[route]):.2f}", f"{middle(starts):.2f}", f"{by:+.1%}", f"{low:+.1%} to {high:+.1%}", text])
        if text == EXPENSIVE:
            expensive.append(route)
    print(render.rows(["Request", "× constant answer, recorded", "now", "change", f"lies between ({CONFIDENCE:.0%} for all together)", ""],
                      table))
    return expensive


def check(baseline):
    """Measures and compares; returns the exit code."""
    measured = measure()
    expensive = compare(ratios(baseline), ratios(measured))
    here, there = machine_class(measured["machine"]), machine_class(baseline["machine"])
    if here != there:
        print(f"\nThe baseline is of another class of machine ({there}, here {here}). The comparison has no verdict.")
    elif expensive:
        print(f"\nMore expensive by over {THRESHOLD:.0%}: {', '.join(expensive)}. "
              "Repeat the check on an idle machine.")
        return 1
    else:
        print(f"\nNo request is more expensive by over {THRESHOLD:.0%} since {baseline['commit']}.")
    return 0


def main(arguments):
    if arguments not in ([], ["record"]):
        raise Problem(__doc__)
    try:
        if arguments:
            print(f"Recorded in {os.path.relpath(result.write(measure()))}.")
            return 0
        baseline = result.read(BASELINE)
        if not baseline:
            raise Problem("Nothing is recorded to compare with: run make perf-check BASELINE=1 first.")
        return check(baseline)
    except Problem:
        raise
    except Exception:
        traceback.print_exc()
        sys.exit(2)  # not Python's default 1, which means that a route costs more
