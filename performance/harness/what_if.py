"""Compares the predictions of latency what-if with requests of a running system, to which delays are added and from which calls are removed.

  ROUNDS     (1000) requests of each kind in a scenario
  WARM_UP    (90) seconds of the same requests before them
  HOP        (1) milliseconds that each hop takes, as between the nodes of a cluster
  DELAY      (5) milliseconds on a hop or a statement in addition

A round has two requests without the change and one with it, in random order, so other load on the machine slows all alike. A delay is
predicted with the time that the proxy has really added, because a sleep ends late. The two kinds without the change show the error of
the measurement. Processes of the lowest priority keep the processors awake. Even so, a processor whose caches cool during a long delay
runs the rest of the request slower, which is no error of the prediction; so the delay is short. A prediction holds if p50 differs from
the observed p50 by at most 5 %, or by the difference of the two kinds, and if the observed p99 is in the predicted interval. No route of
Haru makes parallel calls. So a client that makes two calls at once writes spans of its own. The hop of one of these calls is slow, because
calls that work at the same time would share the processors, and a change of one would change the other.
"""
import glob
import http.client
import json
import os
import random
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Callable

from harness import ROOT, Problem, say, setting
from harness.delay import DelayProxy
from harness.process import Copy, Original, free_port
from harness.system import PASSWORD, System

RUN_DIRECTORY = os.path.join(ROOT, ".run", "what-if")
LATENCY = os.path.join(ROOT, "tools/latency")
FIGURES = ["requests", "before_p50", "predicted_p50", "observed_p50", "p50_error", "p50_noise", "predicted_p99_low", "observed_p99",
           "predicted_p99_high"]
LIST, OVERVIEW = "GET /v1/schedules", "GET /overview"
PAGE = "/v1/schedules?limit=100"  # the longest page, so that effects outside the model are a small share of a request
STATEMENT = "(select id, member_id, title…"  # the only statement of LIST that is sent; a commit without writes is not
MEMBERS = 20  # whose tokens the requests use in turn
WRITTEN_WITHIN = 5  # seconds; a process exports its spans once a second
TOLERANCE = 0.05
# Runs only when a processor is idle, and ends with the process that started it.
SPINNER = """import os
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
while os.getppid() == %d:
    pass"""
PLAIN, AGAIN, CHANGED = "plain", "again", "changed"


@dataclass
class Scenario:
    """A change: how it is made, how it is predicted, and the requests that it concerns."""

    name: str
    route: str
    component: str  # that is slower by the delay of the proxy or, without a proxy, removed
    request: Callable  # sends a request of a kind, and returns its trace id
    proxy: DelayProxy = None
    delay: float = 0.0
    beside: DelayProxy = None  # whose hop takes half of the delay, in all kinds of requests
    added: float = 0.0  # milliseconds that the proxy has added to each request of the changed kind

    def directions(self):
        """Returns each change that can be predicted, with the kinds of requests before and after it."""
        if not self.proxy:
            return [("", f"{self.component} removed", PLAIN, CHANGED)]
        return [("", f"{self.component} +{self.added:.3f}ms", PLAIN, CHANGED),
                (", removed again", f"{self.component} -{self.added:.3f}ms", CHANGED, AGAIN)]


class Client:
    """Sends one request at a time on a connection that stays open."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def send(self, method, path, body=None, expected=200, **headers):
        if body is not None:
            body, headers = json.dumps(body), {"Content-Type": "application/json", **headers}
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
        except ConnectionError:  # the server has closed an idle connection
            self.connection.close()
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
        content = answer.read()
        if answer.status != expected:
            raise Problem(f"{method} {path} returned {answer.status}: {content[:200]!r}")
        return answer.headers.get("X-Trace-Id"), content


class Driver:
    """Sends the requests of all scenarios through the copy of the gateway."""

    def __init__(self, port, spans):
        self.client, self.spans = Client(port), spans
        self.branches = [(Client(port), path) for path in (PAGE, "/v1/members/me")]
        self.pool = ThreadPoolExecutor(len(self.branches))
        self.tokens = [self.tokens_of("/v1/auth/user/login", {"nickname": f"seed_{member}", "password": PASSWORD}) for member in range(MEMBERS)]
        self.turn = 0

    def tokens_of(self, path, body):
        return json.loads(self.client.send("POST", path, body)[1])

    def unknown_token(self):
        """Returns a token that is in no cache."""
        self.turn = (self.turn + 1) % MEMBERS
        self.tokens[self.turn] = self.tokens_of("/v1/auth/user/refresh", {"refreshToken": self.tokens[self.turn]["refreshToken"]})
        return self.tokens[self.turn]["token"]

    def list_schedules(self, _):
        return self.client.send("GET", PAGE, Authorization=f"Bearer {self.unknown_token()}")[0]

    def list_schedules_again(self, kind):
        """Lists the schedules with an unknown token or, for the changed kind, with one that the caches have; after an equal request."""
        token, other = self.unknown_token(), self.unknown_token()
        self.client.send("GET", PAGE, Authorization=f"Bearer {token if kind == CHANGED else other}")
        return self.client.send("GET", PAGE, Authorization=f"Bearer {token}")[0]

    def overview(self, _):
        """Makes two calls at once, as a back end for front ends would, and writes its spans."""
        token, trace, top = self.unknown_token(), secrets.token_hex(16), secrets.token_hex(8)
        self.client.send("GET", PAGE, Authorization=f"Bearer {token}")  # both branches find the token in a cache
        self.branches[1][0].send("GET", "/v1/members/me", Authorization=f"Bearer {token}")
        begun = time.time_ns()
        calls = list(self.pool.map(lambda branch: self.call(branch, token, trace, top), self.branches))
        spans = [span(trace, top, "", OVERVIEW, 2, begun, time.time_ns(),
                      {"http.request.method": "GET", "http.route": "/overview"}), *calls]
        self.spans.write(json.dumps({"resourceSpans": [{"resource": {"attributes": attributes(
            {"service.name": "client", "host.name": socket.gethostname()})}, "scopeSpans": [{"spans": spans}]}]}) + "\n")
        return trace

    def call(self, branch, token, trace, top):
        client, path = branch
        own, begun = secrets.token_hex(8), time.time_ns()
        client.send("GET", path, Authorization=f"Bearer {token}", traceparent=f"00-{trace}-{own}-01")
        return span(trace, own, top, f"GET {path.partition('?')[0]}", 3, begun, time.time_ns(), {"http.request.method": "GET"})


def span(trace, own, parent, name, kind, begun, ended, more):
    return {"traceId": trace, "spanId": own, **({"parentSpanId": parent} if parent else {}), "name": name, "kind": kind,
            "startTimeUnixNano": str(begun), "endTimeUnixNano": str(ended), "attributes": attributes(more), "status": {}}


def attributes(values):
    return [{"key": key, "value": {"stringValue": value}} for key, value in values.items()]


@contextmanager
def awake():
    """Keeps all processors awake."""
    spinners = [subprocess.Popen([sys.executable, "-c", SPINNER % os.getpid()]) for _ in range(os.cpu_count())]
    try:
        yield
    finally:
        for spinner in spinners:
            spinner.kill()
            spinner.wait()


@contextmanager
def copy_of(system, service, traces, **environment):
    """Starts a traced copy of a service with other upstream services."""
    original, port, management = Original(system.run, service), free_port(), free_port()
    environment = {**original.environment, "SERVER_PORT": str(port), "MANAGEMENT_PORT": str(management),
                   "HARU_TRACE_FILE": os.path.join(traces, f"copy-of-{service}.jsonl"), **environment}
    copy = Copy(f"copy of {service}", [original.java, *original.flags, "-jar", original.jar], environment, original.directory,
                os.path.join(system.run, "log", f"copy-of-{service}.log"), port, management)
    try:
        copy.await_ready()
        yield copy
    finally:
        copy.stop()


def measure():
    """Returns what compare() does."""
    shutil.rmtree(os.path.join(RUN_DIRECTORY, "trace"), ignore_errors=True)  # traces of an earlier run
    # The first compiler (C1) alone compiles the same way in each run, within seconds.
    settings = {"TRACING": "1", "SHORT_LIVED": "1", "SCHEDULES": "100", "HARU_TRACE_FILE_MEGABYTES": "1024"}
    with System(settings, run=RUN_DIRECTORY) as system:
        traces = os.path.join(system.run, "trace")
        hop = setting("HOP", 1) / 1000
        to_member, gateway_to_member, to_postgres = (DelayProxy(system.ports[target], hop) for target in ("MEMBER", "MEMBER", "POSTGRES"))
        database = Original(system.run, "schedule-service").environment["DB_URL"]
        with copy_of(system, "schedule-service", traces, MEMBER_URL=to_member.url,
                     DB_URL=database.replace(f":{system.ports['POSTGRES']}/", f":{to_postgres.port}/")) as schedule:
            to_schedule = DelayProxy(schedule.port, hop)
            with copy_of(system, "gateway", traces, SCHEDULE_URL=to_schedule.url, MEMBER_URL=gateway_to_member.url) as gateway, \
                    open(os.path.join(traces, "client.jsonl"), "w") as spans:
                driver, delay = Driver(gateway.port, spans), setting("DELAY", 5)
                scenarios = [
                    delayed("a hop of a chain", LIST, "schedule-service network to member-service", delay, driver.list_schedules, to_member),
                    delayed("the first hop", LIST, "gateway network to schedule-service", delay, driver.list_schedules, to_schedule),
                    delayed("the statement", LIST, f"schedule-service sql {STATEMENT}", delay, driver.list_schedules, to_postgres),
                    Scenario("a call less", LIST, "schedule-service cache load identity", driver.list_schedules_again),
                    delayed("one of two parallel calls", OVERVIEW, "gateway network to member-service", 3 * delay, driver.overview,
                            gateway_to_member, to_schedule),
                ]
                with awake():
                    recorded = record(scenarios)
                spans.flush()
                time.sleep(WRITTEN_WITHIN)
                return compare(scenarios, recorded, traces)


def delayed(name, route, component, milliseconds, request, proxy, beside=None):
    return Scenario(f"{name}, {milliseconds:g} ms", route, component, request, proxy, milliseconds / 1000, beside)


@contextmanager
def slow_hop(scenario):
    """Slows the hop beside the one that changes."""
    before = scenario.beside and scenario.beside.hop
    if scenario.beside:
        scenario.beside.hop = scenario.delay / 2
    try:
        yield
    finally:
        if scenario.beside:
            scenario.beside.hop = before


def record(scenarios):
    """Sends the requests of all scenarios; returns the trace ids by scenario and kind."""
    for scenario in scenarios:
        say(f"  warming up {scenario.name}")
        until = time.monotonic() + setting("WARM_UP", 90) / len(scenarios)
        with slow_hop(scenario):
            while time.monotonic() < until:
                one_round(scenario, random)
    recorded = {}
    for scenario in scenarios:
        say(f"  {scenario.name}")
        order, recorded[scenario.name] = random.Random(1), {PLAIN: set(), AGAIN: set(), CHANGED: set()}
        if scenario.proxy:
            scenario.proxy.forget()
        with slow_hop(scenario):
            for _ in range(setting("ROUNDS", 1000)):
                for kind, trace in one_round(scenario, order).items():
                    recorded[scenario.name][kind].add(trace)
        if scenario.proxy:
            scenario.added = 1_000 * scenario.proxy.added()
    return recorded


def compare(scenarios, recorded, traces):
    """Returns the turns of each scenario, and whether all predictions hold."""
    with tempfile.TemporaryDirectory() as work:
        files = separated(recorded, traces, work)
        turns, holds = {}, True
        for scenario in scenarios:
            of = files[scenario.name]
            noise = abs(observed(of[PLAIN], scenario.route)["p50Nanos"] - observed(of[AGAIN], scenario.route)["p50Nanos"])
            for direction, change, before, after in scenario.directions():
                figures = figures_of(predicted(of[before], scenario.route, change), observed(of[after], scenario.route), noise)
                turns[scenario.name + direction] = [figures]
                holds &= report(change, figures)
    return turns, holds


def one_round(scenario, order):
    """Sends a request of each kind, and returns the trace ids."""
    kinds, traces = [PLAIN, AGAIN, CHANGED], {}
    order.shuffle(kinds)
    for kind in kinds:
        if scenario.proxy and kind == CHANGED:
            scenario.proxy.delay = scenario.delay
        try:
            traces[kind] = scenario.request(kind)
        finally:
            if scenario.proxy:
                scenario.proxy.delay = 0.0
    return traces


def separated(recorded, traces, work):
    """Writes the spans of each kind of each scenario to a file; returns the files."""
    files, writers = {}, {}
    for number, (name, kinds) in enumerate(recorded.items()):
        files[name] = {kind: os.path.join(work, f"{number}-{kind}.jsonl") for kind in kinds}
        for kind, ids in kinds.items():
            writers.update(dict.fromkeys(ids, open(files[name][kind], "w")))
    for path in glob.glob(os.path.join(traces, "*.jsonl*")):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                if line.endswith("\n"):  # the last line may be incomplete
                    separate(json.loads(line), writers)
    for writer in set(writers.values()):
        writer.close()
    return files


def separate(export, writers):
    for resource in export["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            for one in scope["spans"]:
                writer = writers.get(one["traceId"])
                if writer:
                    part = {"resourceSpans": [{**resource, "scopeSpans": [{**scope, "spans": [one]}]}]}
                    writer.write(json.dumps(part) + "\n")


def tool(*arguments):
    done = subprocess.run([LATENCY, *arguments, "--json"], capture_output=True, text=True)
    if done.returncode:
        raise Problem(f"latency {arguments[0]} failed: {done.stderr.strip()}")
    return json.loads(done.stdout)


def observed(file, route):
    return tool("of", route, "--files", file)["whole"]


def predicted(file, route, change):
    return tool("what-if", route, change, "--files", file)[0]


def figures_of(prediction, after, noise):
    figures = {figure["what"]: figure for figure in prediction["figures"]}
    p50, p99, milli = figures["p50"], figures["p99"], 1e6
    return {"requests": prediction["requests"], "before_p50": p50["beforeNanos"] / milli, "predicted_p50": p50["predictedNanos"] / milli,
            "observed_p50": after["p50Nanos"] / milli, "p50_error": 100 * (p50["predictedNanos"] / after["p50Nanos"] - 1),
            "p50_noise": 100 * noise / after["p50Nanos"], "predicted_p99_low": p99["lowNanos"] / milli,
            "observed_p99": after["p99Nanos"] / milli, "predicted_p99_high": p99["highNanos"] / milli}


def report(change, figures):
    """Returns whether a prediction holds, and reports one that does not."""
    p50 = abs(figures["p50_error"]) <= max(100 * TOLERANCE, figures["p50_noise"])
    p99 = figures["predicted_p99_low"] <= figures["observed_p99"] <= figures["predicted_p99_high"]
    if not (p50 and p99):
        wrong = " and ".join(name for name, holds in (("p50", p50), ("p99", p99)) if not holds)
        say(f"The prediction of {change} does not hold: {wrong}")
    return p50 and p99

