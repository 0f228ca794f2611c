"""Sends a load to a variant with k6; measures latency, processor time, memory and connections meanwhile."""
import json
import os
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from dataclasses import asdict

from lab.problem import Problem
from lab.process import ROOT, bound_to_this, machine_ms

ONE_CORE, OTHER_CORE = "0", "1"
THRESHOLD_MISSED = 99
LOOKS_A_SECOND = 5


def scenario(load, seconds):
    if load.rate:
        return {"executor": "constant-arrival-rate", "rate": load.rate, "timeUnit": "1s", "duration": f"{seconds}s",
                "preAllocatedVUs": min(load.rate, 100), "maxVUs": 400}
    if load.requests:
        return {"executor": "shared-iterations", "vus": load.clients or 1, "iterations": load.requests, "maxDuration": "5m"}
    return {"executor": "constant-vus", "vus": load.clients, "duration": f"{seconds}s"}


class Watch:
    """Reads a service's meters until its end: the highest value of each gauge, the growth of each counter."""

    GAUGES = {"active": "hikaricp.connections.active", "pending": "hikaricp.connections.pending",
              "heap": "jvm.memory.used?tag=area:heap"}
    COUNTS = {"usage": "hikaricp.connections.usage", "acquire": "hikaricp.connections.acquire", "gc": "jvm.gc.pause",
              "allocated": "jvm.gc.memory.allocated"}

    def __init__(self, actuator):
        self.metrics = f"{actuator}/metrics/"
        self.highest = dict.fromkeys(self.GAUGES, 0)
        self.before = {name: self.read(path) for name, path in self.COUNTS.items()}
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)
        self.thread.start()

    def read(self, path):
        try:
            with urllib.request.urlopen(self.metrics + path, timeout=5) as answer:
                return {part["statistic"]: part["value"] for part in json.load(answer)["measurements"]}
        except (urllib.error.URLError, OSError):  # the meter has no value yet, or the response is late
            return {}

    def look(self):
        while not self.ended.wait(1 / LOOKS_A_SECOND):
            for name, path in self.GAUGES.items():
                self.highest[name] = max(self.highest[name], self.read(path).get("VALUE", 0))

    def end(self, wall, requests):
        self.ended.set()
        self.thread.join()
        grown = {}
        for name, path in self.COUNTS.items():
            after, before = self.read(path), self.before[name]
            grown[name] = {part: value - before.get(part, 0) for part, value in after.items()}
        return {
            "active": self.highest["active"], "pending": self.highest["pending"], "heap": self.highest["heap"] / 2**20,
            "in_use": grown["usage"].get("TOTAL_TIME", 0) / wall, "gc": grown["gc"].get("TOTAL_TIME", 0) * 1000 / wall,
            "garbage": grown["allocated"].get("COUNT", 0) / 1024 / requests,
            "usage": mean_ms(grown["usage"]), "acquire": mean_ms(grown["acquire"]),
        }


def mean_ms(timer):
    return timer.get("TOTAL_TIME", 0) * 1000 / timer["COUNT"] if timer.get("COUNT") else 0


WATCHED = {*Watch.GAUGES, "in_use", "gc", "garbage", "usage", "acquire"}


def send(experiment, running, system, seconds):
    """Runs k6 once; returns the figures of that turn."""
    load, variant, processes = experiment.load, running.spec, running.processes
    calls = [{**asdict(call), "traced": variant.traced or call.traced or (0 if variant.agent else -1)} for call in load.calls]
    plan = {"calls": calls, "scenario": scenario(load, seconds), "target": load.target, "path": variant.path}
    with tempfile.TemporaryDirectory() as work:
        with open(os.path.join(work, "load.json"), "w") as file:
            json.dump(plan, file)
        summary = os.path.join(work, "summary.json")
        # Reads the meters only if a figure needs them, because each read costs the service processor time.
        watch = Watch(running.actuator) if WATCHED.intersection(experiment.measure.figures) else None
        before, start = used(processes, system), time.monotonic()
        pinned = ["taskset", "-c", OTHER_CORE] if load.one_core else []
        k6 = subprocess.Popen(
            [*pinned, os.path.join(ROOT, "tools/k6"), "run", "-q", "--no-color", "--address", "", "--summary-export", summary,
             "-e", f"URL={running.url}", "-e", f"LOAD={work}/load.json", "-e", f"TOKENS={system.tokens}",
             os.path.join(ROOT, "k6/experiment.js")],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=bound_to_this)
        try:
            said, _ = k6.communicate()
        finally:
            if watch:
                watch.ended.set()
            if k6.poll() is None:
                k6.terminate()
                k6.wait()
        wall, after = time.monotonic() - start, used(processes, system)
        if k6.returncode not in (0, THRESHOLD_MISSED) or not os.path.exists(summary):
            raise Problem(f"k6 fails at “{variant.name}”: {(said.strip().splitlines() or ['no output'])[-1]}")
        with open(summary) as file:
            metrics = json.load(file)["metrics"]
    figures = seen(metrics, experiment.measure.figures)
    requests = metrics["http_reqs"]["count"]
    grown = {name: after[name] - before[name] for name in after}
    ours = grown["cpu"] + grown["postgres"] + grown["system"] + grown["k6"]
    figures |= {
        "cpu": grown["cpu"] * 1000 / requests,
        "postgres": grown["postgres"] * 1000 / requests,
        "switches": grown["switches"] / requests,
        "memory": sum(process.memory_mb() for process in processes),
        "others": max(0, grown["machine"] - ours) / (wall * 1000 * os.cpu_count()),
    }
    if watch:
        figures |= watch.end(wall, requests)
    return figures


def used(processes, system):
    for process in processes:
        process.require_alive()
    return {"cpu": sum(process.cpu_ms() for process in processes), "switches": sum(process.switches() for process in processes),
            "postgres": system.postgres.cpu_ms(), "system": sum(process.cpu_ms() for process in system.services),
            "machine": machine_ms(), "k6": children_ms()}


def children_ms():
    times = os.times()
    return (times.children_user + times.children_system) * 1000


OF_SERVED = {"mean": "avg", "p50": "med", "p95": "p(95)", "p99": "p(99)", "max": "max"}


def seen(metrics, asked):
    """Returns the figures of the clients. Latencies are those of expected responses; refusals and failures are only counted. A
    guard may refuse all requests of a flood, so only figures of served requests require a served request."""
    requests, all_times = metrics["http_reqs"]["count"], metrics["http_req_duration"]
    count = {name: metrics[name]["count"] if name in metrics else 0
             for name in ("unexpected_statuses", "refused_statuses", "dropped_iterations")}
    served = requests - count["unexpected_statuses"] - count["refused_statuses"]
    if not served and (not count["refused_statuses"] or {"over_target", *OF_SERVED}.intersection(asked)):
        raise Problem(f"None of {requests} requests returned the expected status: {count['refused_statuses']} were refused, "
                      f"{count['unexpected_statuses']} got another status.")
    rate = metrics["http_reqs"]["rate"]
    return {
        "requests": requests,
        "rate": rate * served / requests, "answered": rate * (requests - count["unexpected_statuses"]) / requests,
        **{name: metrics["served"][statistic] if served else None for name, statistic in OF_SERVED.items()},
        "answer_p95": all_times["p(95)"],
        "over_target": 100 * metrics["over_target"]["value"] if "over_target" in metrics else None,
        "failed": 100 * count["unexpected_statuses"] / requests, "refused": 100 * count["refused_statuses"] / requests,
        "not_sent": 100 * count["dropped_iterations"] / (requests + count["dropped_iterations"]),
    }
