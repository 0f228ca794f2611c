"""Runs an experiment: starts its variants, warms them up, measures them in turns, and stops them."""
import os
import shutil
import sys
from contextlib import contextmanager

from lab import load
from lab.launch import TRACES, Variant
from lab.problem import Problem
from lab.process import ROOT
from lab.spec import EACH_TURN


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(experiment, system):
    """Returns the turns of each variant. Variants alternate (A B A B), so that a drift of the machine affects all variants."""
    for file, command in experiment.needs.items():
        if not os.path.exists(os.path.join(ROOT, file)):
            raise Problem(f"{experiment.name} needs {file}: run {command} first.")
    if experiment.templates:
        system.templates(experiment.templates)
    system.sign_in_all()
    shutil.rmtree(TRACES, ignore_errors=True)  # hundreds of MB that nothing reads
    os.makedirs(TRACES)
    turns = {variant.name: [] for variant in experiment.variants}
    if experiment.start == EACH_TURN:
        for number in range(experiment.load.rounds):
            for variant in experiment.variants:
                with started(experiment, [variant]) as (running,):
                    warm_up(experiment, system, running)
                    turns[variant.name].append(turn(experiment, system, running, number))
        return turns
    with started(experiment, experiment.variants) as all_of:
        for running in all_of:
            warm_up(experiment, system, running)
        for number in range(experiment.load.rounds):
            for running in all_of:
                turns[running.spec.name].append(turn(experiment, system, running, number))
    return turns


@contextmanager
def started(experiment, variants):
    """Starts the variants and waits until they are ready; the end of the block stops all variants."""
    say(f"  starting {', '.join(variant.name for variant in variants)}")
    running = []
    try:
        for variant in variants:
            running.append(Variant(experiment, variant))
        for one in running:
            one.await_ready()
        yield running
    finally:
        for one in running:
            one.end()
        for one in running:
            one.stop()


def warm_up(experiment, system, running):
    """Warms up on all cores, because the compiler would need minutes on one core."""
    if experiment.load.warm_up:
        say(f"  warming up {running.spec.name}")
        send(experiment, system, running, experiment.load.warm_up)
    if experiment.load.one_core:
        running.pin(load.ONE_CORE)


def turn(experiment, system, running, number):
    figures = send(experiment, system, running, experiment.load.duration)
    figures |= {"ready": running.service_process.ready_after, "ready_cpu": running.service_process.cpu_when_ready / 1000}
    say(f"  {number + 1}/{experiment.load.rounds} {running.spec.name}: {figures['answered']:,.0f} answers/s, "
        f"p95 {figures['answer_p95']:,.0f} ms, refused {figures['refused']:.1f} %, failed {figures['failed']:.1f} %")
    return figures


def send(experiment, system, running, seconds):
    reset(experiment, system)
    return load.send(experiment, running, system, seconds)


def reset(experiment, system):
    """Restores the data, so that every turn begins with the same data."""
    for statement in experiment.reset.sql:
        system.sql(statement)
    if experiment.reset.redis:
        system.flush_redis()
