"""Runs experiments and records their results.

  tools/experiment schedule-creation   runs one, by its file in performance/experiments/
  tools/experiment all                 runs one after the other
  tools/experiment none                runs none, and writes the pages and charts of the recorded results
  tools/experiment list                lists all
  tools/experiment check               checks the files, their properties and flags, and the pages against the results

DURATION, WARM_UP (seconds) and ROUNDS replace the values of the file; the result names them.
"""
import os
import time

from harness import Problem, page, result, runner, say
from harness.bench import prepare
from harness.experiment import BENCHMARKS, EXPERIMENTS, check_settings, names, overridden, read
from harness.result import Outcome
from harness.system import System


def run(chosen):
    """Runs the experiments beside one system. After a failure the other experiments still run."""
    experiments = [overridden(read(name), os.environ) for name in chosen]
    prepare()
    for experiment, _ in experiments:
        check_settings(experiment)
    with System() as system:
        failed = [experiment.name for experiment, given in experiments if not recorded(experiment, given, system)]
    if failed:
        raise Problem(f"Not recorded: {', '.join(failed)}.")


def recorded(experiment, given, system):
    """Runs an experiment and records its result; returns whether it completed."""
    begun = time.monotonic()
    say(f"{experiment.title}:")
    try:
        turns = runner.run(experiment, system)
    except Problem as problem:
        say(f"  {problem}")
        return False
    one = result.of(experiment.name, turns, f"make experiment NAME={experiment.name} {given}".strip(), experiment.load.recorded())
    result.write(one)
    outcome = Outcome(one, experiment)
    print(f"## {experiment.title}\n\n{outcome.tables()}\n\n{outcome.sentences()}\n", flush=True)
    page.write()
    say(f"  took {time.monotonic() - begun:.0f} s; recorded in performance/results/{experiment.name}.json")
    return True


def check():
    """Raises a Problem for a fault in a file of an experiment or a benchmark, or a page that differs from its result."""
    for folder in (EXPERIMENTS, BENCHMARKS):
        for name in names(folder):
            check_settings(read(name, folder))
    page.check()


def main(arguments):
    if arguments == ["list"]:
        print("\n".join(f"{name:24} {read(name).title}" for name in names()))
    elif arguments == ["check"]:
        check()
    elif arguments == ["none"]:
        print("\n".join(page.write()) or "Nothing to write: the pages match the results.")
    elif arguments:
        run(names() if arguments == ["all"] else arguments)
    else:
        raise Problem(f"Set an experiment: make experiment NAME=…, one of {', '.join(names())}, or all.")
