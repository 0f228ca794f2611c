"""Samples the figures of the services during a load, from their actuators or from a Prometheus that scrapes them."""
import json
import os
import re
import threading
import time
import tomllib
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from harness import Problem
from harness.process import Tree, machine_ms, stores
from harness.retry import NO_RESPONSE

INTERVAL = 5  # seconds; a scrape costs a service about ten milliseconds of processor time
WAIT = 4
with open(os.path.join(os.path.dirname(__file__), "metrics.toml"), "rb") as file:
    METRICS = {name: (one["metric"], one.get("labels", {}), one.get("factor", 1)) for name, one in tomllib.load(file).items()}
GROWING = {name for name, (metric, _, _) in METRICS.items() if metric.endswith(("_total", "_count", "_sum"))}
LINE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)")
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')
WANTED = {metric for metric, _, _ in METRICS.values()}


def selected(text):
    """Returns the figures in the Prometheus text of a process, without the figures that the text lacks."""
    found = {}
    lines = [match.groups() for match in map(LINE.match, text.splitlines()) if match and match[1] in WANTED]
    for name, (metric, labels, factor) in METRICS.items():
        values = [float(value) for line, had, value in lines
                  if line == metric and labels.items() <= dict(LABEL.findall(had or "")).items()]
        if values:
            found[name] = sum(values) * factor
    return found


def scraped(url, names=()):
    """Returns the figures of a service, or those of the named metrics, which cost the service less; {} if it does not answer."""
    wanted = "".join(f"&includedNames={name}" for name in names)
    try:
        with urllib.request.urlopen(f"{url}/actuator/prometheus?{wanted}", timeout=WAIT) as answer:
            return selected(answer.read().decode())
    except NO_RESPONSE:
        return {}


class Watch:
    """Samples all processes at an interval until end() is called."""

    def __init__(self, actuators, local=None, interval=INTERVAL, names=()):
        self.actuators, self.local, self.interval, self.names = actuators, local, interval, names
        self.samples = []
        self.ended = threading.Event()
        self.pool = ThreadPoolExecutor(max_workers=max(1, len(actuators)))
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while True:
            due = time.monotonic() + self.interval
            self.sample()
            if self.ended.wait(max(0.05, due - time.monotonic())):
                return

    def sample(self):
        at = time.time()
        published = dict(zip(self.actuators, self.pool.map(lambda url: scraped(url, self.names), self.actuators.values())))
        self.samples.append({"at": at, **{name: figures for name, figures in published.items() if figures},
                             **(self.local.sample() if self.local else {})})

    def end(self):
        self.ended.set()
        self.thread.join()
        self.sample()
        self.pool.shutdown()
        return self.samples


class Local:
    """The processor time of this machine and of processes without metrics: PostgreSQL, Redis and k6. It includes those of the system
    only if the system runs on this machine."""

    def __init__(self, run_directory=None):
        self.processes = stores(run_directory) if run_directory else {}

    def watch(self, name, pid):
        self.processes[name] = Tree(pid, name)

    def sample(self):
        found = {name: {"cpu_s": process.cpu_ms() / 1000} for name, process in self.processes.items()}
        return {**found, "machine": {"cpu_s": machine_ms() / 1000}}


class Prometheus:
    """A Prometheus that scrapes the services in a job named haru, each with the label service (docs/operations/metrics.md)."""

    def __init__(self, url):
        self.url = url.rstrip("/")
        try:
            self.request("/api/v1/query", query="up{job=\"haru\"}")
        except NO_RESPONSE as failure:
            raise Problem(f"PROMETHEUS={url} does not respond: {getattr(failure, 'reason', failure)}.") from None

    def request(self, path, **parameters):
        with urllib.request.urlopen(f"{self.url}{path}?{urllib.parse.urlencode(parameters)}", timeout=30) as answer:
            return json.load(answer)["data"]["result"]

    def fill(self, samples):
        """Adds the figures of the services to the samples of this machine."""
        if not samples:
            return
        for name, (metric, labels, factor) in METRICS.items():
            matchers = ",".join(f'{key}="{value}"' for key, value in {"job": "haru", **labels}.items())
            series = self.request("/api/v1/query_range", query=f"sum by (service) ({metric}{{{matchers}}})",
                              start=samples[0]["at"], end=samples[-1]["at"], step=INTERVAL)
            for one in series:
                service = one["metric"].get("service", "?")
                values = [(float(at), float(value)) for at, value in one["values"] if value != "NaN"]
                for sample in samples:
                    known = [value for at, value in values if at <= sample["at"] + 0.5]
                    if known:
                        sample.setdefault(service, {})[name] = known[-1] * factor


def over(samples, begin, end):
    """Returns the figures of each process between two times: the growth of counters, and mean and maximum of gauges."""
    within = [sample for sample in samples if begin - INTERVAL / 2 <= sample["at"] <= end + INTERVAL / 2]
    if len(within) < 2:
        return {}
    seconds = within[-1]["at"] - within[0]["at"]
    found = {}
    for process in sorted({name for sample in within for name in sample if name != "at"}):
        seen = [sample[process] for sample in within if process in sample]
        figures = {}
        for name in sorted({name for one in seen for name in one}):
            values = [one[name] for one in seen if name in one]
            if name in GROWING:
                figures[name] = max(0.0, values[-1] - values[0])
            else:
                figures[name] = {"mean": sum(values) / len(values), "max": max(values)}
        if "cpu_s" in figures:
            figures["cores"] = figures.pop("cpu_s") / seconds
        found[process] = figures
    return {"seconds": seconds, **found}
