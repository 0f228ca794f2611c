"""Measures the lists of templates: a ranking refresh beside reads, and the plan of each query.

  refresh  duration of a ranking refresh, and latency of reads during it and beside an equal amount of computing; SIZE (10) thousand
           templates, RATE (50) reads a second, ROUNDS (5) of DURATION (5s) after WARM (20s)
  plans    time and buffers of each query of the first page and the lists at SIZES ("1 10 100") thousand templates
"""
import json
import multiprocessing
import os
import statistics
import threading
import time
import urllib.request

from harness import k6, runner, say, setting
from harness.experiment import Process
from harness.system import System

PAGE = "/v1/templates/first-page"
PAUSE = 0.1  # seconds between two refreshes
FIGURES = ["p95", "p95_refreshed", "p95_computing", "failed", "mean", "max"]


def started(system, **more):
    """Starts a schedule-service in which a statement may take a minute."""
    slow = {"spring.datasource.hikari.data-source-properties.options": "-c statement_timeout=60s"}
    service = runner.start(system, Process("schedule-service", properties={**slow, **more}), f"templates {' '.join(more)}")
    try:
        service.await_ready()
    except BaseException:
        service.stop()
        raise
    return service


def load(url, seconds, rate=None):
    """Runs k6; returns p95 in ms and the share of failed requests in percent."""
    finished = k6.run("templates.js", {"URL": url, "DURATION": f"{seconds}s", **({"RATE": rate} if rate else {})})
    return finished.metrics["http_req_duration"]["p(95)"], 100 * finished.metrics["unexpected_statuses"]["count"] / finished.requests


def get(url):
    with urllib.request.urlopen(url, timeout=120) as answer:
        return answer.read()


def refresh():
    """Returns the turns of each kind of reads, and of the refresh."""
    seconds, rate, took, turns = setting("DURATION", 5), setting("RATE", 50), [], {}
    with System() as system:
        system.templates(setting("SIZE", 10))
        service, without_memory = started(system), started(system, **{"haru.first-page.memory": "0B"})
        try:
            readers = {"first page, cached": service.url + PAGE, "a list by rank": service.url + "/v1/templates?order=best-rated",
                       "first page, not cached": without_memory.url + PAGE}
            for url in readers.values():
                load(url, setting("WARM", 20))  # without a pause: at 50 requests a second the JVM compiles little
            for _ in range(setting("ROUNDS", 5)):
                for kind, url in readers.items():
                    say(f"  {kind}")
                    quiet, failed = load(url, seconds, rate)
                    refreshed, failed_then = beside(refreshing(service.url, took), lambda: load(url, seconds, rate))
                    computed, failed_last = beside(computing(statistics.median(took) / 1000), lambda: load(url, seconds, rate))
                    turns.setdefault(kind, []).append({"p95": quiet, "p95_refreshed": refreshed, "p95_computing": computed,
                                                       "failed": max(failed, failed_then, failed_last)})
        finally:
            service.stop()
            without_memory.stop()
            system.templates(1)  # experiments use the same database
    turns["a refresh"] = [{"mean": ms, "max": ms} for ms in took]
    return turns


def beside(end, measured):
    """Returns what is measured while something else runs, which the given function ends."""
    try:
        return measured()
    finally:
        end()


def refreshing(url, took):
    """Starts refreshes, one after the other, and records the milliseconds of each; returns the function that ends them."""
    over = threading.Event()

    def repeat():
        while not over.is_set():
            took.append(float(get(url + "/bench/templates/refresh")))
            time.sleep(PAUSE)

    thread = threading.Thread(target=repeat, daemon=True)
    thread.start()
    return lambda: (over.set(), thread.join())


def computing(seconds):
    """Starts a process that computes as long and as often as a refresh, but without the database. This separates the cost of the
    processor. Returns the function that ends the process."""
    process = multiprocessing.Process(target=compute, args=[seconds], daemon=True)
    process.start()
    return lambda: (process.kill(), process.join())


def compute(seconds):
    while True:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            pass
        time.sleep(PAUSE)


LISTS = [PAGE, PAGE + "/study"] + [f"/v1/templates?order={order}{category}" for category in ("", "&category=study")
                                  for order in ("best-rated", "most-adopted", "newest", "recently-updated")]


def plans():
    """Returns the turns of each list at each size."""
    turns = {}
    with System() as system:
        service = started(system, **{"haru.first-page.memory": "0B", "bench.plans": True})
        try:
            for size in (os.environ.get("SIZES") or "1 10 100").split():
                say(f"  {size},000 templates")
                system.templates(int(size))
                for path in LISTS:
                    turns[f"{path}, {size},000 templates"] = [explained(service, path)]
                    cursor = json.loads(get(service.url + path)).get("nextCursor")
                    if cursor:
                        turns[f"{path}, next page, {size},000 templates"] = [explained(service, f"{path}&cursor={cursor}")]
        finally:
            service.stop()
            system.templates(1)  # experiments use the same database
    return turns


def explained(service, path):
    """Returns time and buffers of all statements of a request, with its data in memory."""
    for _ in range(5):
        get(service.url + "/bench/plans")
        get(service.url + path)
    figure = {"plan_ms": 0.0, "buffers": 0, "scans": set()}
    for query in json.loads(get(service.url + "/bench/plans")):
        plan = json.loads(query["plan"])[0]
        figure["plan_ms"] += plan["Execution Time"]
        figure["buffers"] += plan["Plan"]["Shared Hit Blocks"] + plan["Plan"]["Shared Read Blocks"]
        figure["scans"] |= scans_in(plan["Plan"])
    return {**figure, "scans": sorted(figure["scans"])}


def scans_in(node):
    """Returns the scans of a plan, each with its index or table."""
    own = set()
    if node["Node Type"].endswith("Scan") and "Relation Name" in node:
        own.add(f"{node['Node Type'].lower()} of {node.get('Index Name', node['Relation Name'])}")
    return own.union(*(scans_in(child) for child in node.get("Plans", [])))
