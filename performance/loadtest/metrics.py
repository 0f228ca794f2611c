"""Samples the figures of the services during a load test, from their actuators or from a Prometheus that scrapes them."""
import json
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from lab.problem import Problem

INTERVAL = 5  # seconds; a scrape costs a service about ten milliseconds of processor time
WAIT = 4
# Maps the name of a figure to its metric, the required labels and a factor. A metric that ends in _total, _count or _sum is a
# counter; its figure is the growth.
METRICS = {
    "cpu_s": ("process_cpu_time_ns_total", {}, 1e-9),
    "heap_mb": ("jvm_memory_used_bytes", {"area": "heap"}, 2**-20),
    "gc_pauses": ("jvm_gc_pause_seconds_count", {}, 1),
    "gc_pause_s": ("jvm_gc_pause_seconds_sum", {}, 1),
    "pool_active": ("hikaricp_connections_active", {}, 1),
    "pool_waiting": ("hikaricp_connections_pending", {}, 1),
    "pool_max": ("hikaricp_connections_max", {}, 1),
    "threads_busy": ("tomcat_threads_busy_threads", {}, 1),
    "threads_max": ("tomcat_threads_config_max_threads", {}, 1),
    "hashes_running": ("haru_password_hashes_running", {}, 1),
    "hashes_max": ("haru_password_hashes_max", {}, 1),
    "hashes_waiting": ("haru_password_queue_waiting", {}, 1),
    "hashes": ("haru_password_hash_seconds_count", {}, 1),
    "hash_s": ("haru_password_hash_seconds_sum", {}, 1),
    "hashes_refused": ("haru_password_refusals_total", {}, 1),
    "sign_ins_refused": ("haru_gateway_hashing_refusals_total", {}, 1),
    "rate_limited": ("haru_gateway_rate_limit_total", {"outcome": "limited"}, 1),
    "proxy_active": ("reactor_netty_connection_provider_active_connections", {"name": "services"}, 1),
    "proxy_waiting": ("reactor_netty_connection_provider_pending_connections", {"name": "services"}, 1),
}
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


def scraped(url):
    try:
        with urllib.request.urlopen(f"{url}/actuator/prometheus", timeout=WAIT) as answer:
            return selected(answer.read().decode())
    except (OSError, ValueError):
        return {}


class Watch:
    """Samples all processes every few seconds until end() is called."""

    def __init__(self, actuators, local):
        self.actuators, self.local = actuators, local
        self.samples = []
        self.ended = threading.Event()
        self.pool = ThreadPoolExecutor(max_workers=max(1, len(actuators)))
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        while True:
            due = time.monotonic() + INTERVAL
            self.look()
            if self.ended.wait(max(0.1, due - time.monotonic())):
                return

    def look(self):
        at = time.time()
        told = dict(zip(self.actuators, self.pool.map(scraped, self.actuators.values())))
        self.samples.append({"at": at, **{name: figures for name, figures in told.items() if figures}, **self.local.look()})

    def end(self):
        self.ended.set()
        self.thread.join()
        self.look()
        self.pool.shutdown()
        return self.samples


class Prometheus:
    """A Prometheus that scrapes the services in a job named haru, each with the label service (docs/operations/metrics.md)."""

    def __init__(self, url):
        self.url = url.rstrip("/")
        try:
            self.ask("/api/v1/query", query="up{job=\"haru\"}")
        except (OSError, ValueError) as failure:
            raise Problem(f"PROMETHEUS={url} does not respond: {getattr(failure, 'reason', failure)}.") from None

    def ask(self, path, **parameters):
        with urllib.request.urlopen(f"{self.url}{path}?{urllib.parse.urlencode(parameters)}", timeout=30) as answer:
            return json.load(answer)["data"]["result"]

    def fill(self, samples):
        """Adds the figures of the services to the samples of this machine."""
        if not samples:
            return
        for name, (metric, labels, factor) in METRICS.items():
            matchers = ",".join(f'{key}="{value}"' for key, value in {"job": "haru", **labels}.items())
            series = self.ask("/api/v1/query_range", query=f"sum by (service) ({metric}{{{matchers}}})",
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
