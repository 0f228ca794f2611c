"""Unit tests of the load tests."""
import json
import os
import stat
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from unittest import mock

from harness import Problem, loadtest, traces
from harness.breakpoint import Step, bottleneck_of, break_of
from harness.metrics import over, selected
from harness.result import Turns
from harness.target import Target

CORES = 2


def gauge(mean, highest):
    return {"mean": mean, "max": highest}


def step(rate=20, resources=None, **seen):
    return Step(rate=rate, begin=0, end=20, **{"requests": 2000, "plain_p95": 20.0, "hashing_p95": 100.0, **seen},
                resources=resources or {})


def idle(**processes):
    return {"machine": {"cores": 0.5}, **processes}


class BreakOf(unittest.TestCase):

    def test_aSingleStepBrokenByLittleIsNoBreak(self):
        self.assertIsNone(break_of([step(20), step(25, plain_p95=300), step(31), step(39)]))

    def test_theFirstOfTwoBrokenStepsIsTheBreak(self):
        steps = [step(20), step(25, plain_p95=300), step(31, plain_p95=400)]

        self.assertIs(break_of(steps), steps[1])

    def test_aStepBrokenByFarIsTheBreak(self):
        steps = [step(20), step(25, refused=100)]

        self.assertIs(break_of(steps), steps[1])

    def test_stepsWithinBoundsHaveNoBreak(self):
        self.assertIsNone(break_of([step(20), step(25)]))


class BottleneckOf(unittest.TestCase):

    def test_refusalsByTheRateLimitAreTheRateLimit(self):
        broken = step(refused=500, resources=idle(gateway={"rate_limited": 480.0}))

        self.assertIn("The gateway's rate limit: it refused 480 requests", bottleneck_of(broken, CORES))

    def test_refusedSignInsAreTheHashGovernor(self):
        auth = {"hashes_running": gauge(2, 2), "hashes_max": gauge(2, 2), "hashes_waiting": gauge(60, 128),
                "hashes_refused": 100.0, "hashes": 1000.0, "hash_s": 20.0}

        sentence = bottleneck_of(step(refused=100, resources=idle(**{"auth-service": auth})), CORES)

        self.assertIn("The hash governor of auth-service: 2.0 of 2 hashes under way, up to 128 waiting, each 20 ms, 100 refused", sentence)

    def test_busyCoresAreTheProcessorWithItsProcesses(self):
        used = {"machine": {"cores": 1.95}, "schedule-service": {"cores": 0.8}, "gateway": {"cores": 0.3}, "k6": {"cores": 0.6}}

        sentence = bottleneck_of(step(plain_p95=400, resources=used), CORES)

        self.assertIn("The processor: 1.95 of 2 cores were busy, schedule-service 0.80, k6 0.60, gateway 0.30", sentence)
        self.assertIn("Most of it went to schedule-service. k6 took 31% of it itself", sentence)

    def test_aFullPoolOnAnIdleMachineIsThePool(self):
        pool = {"cores": 0.1, "pool_active": gauge(9.8, 10), "pool_max": gauge(10, 10), "pool_waiting": gauge(5, 22)}

        sentence = bottleneck_of(step(plain_p95=400, resources=idle(**{"schedule-service": pool})), CORES)

        self.assertIn("The connection pool of schedule-service: 9.8 of 10 in use, up to 22 waiting", sentence)

    def test_allThreadsBusyOnAnIdleMachineAreTheThreads(self):
        threads = {"cores": 0.1, "threads_busy": gauge(30, 30), "threads_max": gauge(30, 30)}

        sentence = bottleneck_of(step(plain_p95=400, resources=idle(**{"member-service": threads})), CORES)

        self.assertIn("The server threads of member-service: 30 of 30 busy", sentence)

    def test_droppedVisitsOnAnIdleMachineAreK6Itself(self):
        self.assertIn("k6 itself", bottleneck_of(step(dropped=50, resources=idle()), CORES))

    def test_withoutFiguresNothingIsClaimed(self):
        self.assertEqual(bottleneck_of(step(plain_p95=400), CORES),
                         "None of what is measured here: nothing of the processor is known.")


PUBLISHED = """\
# HELP jvm_memory_used_bytes The amount of used memory
# TYPE jvm_memory_used_bytes gauge
jvm_memory_used_bytes{area="heap",id="Eden Space"} 1.048576E7
jvm_memory_used_bytes{area="heap",id="Tenured Gen"} 2.097152E7
jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 9.9E7
process_cpu_time_ns_total 2.5E9
hikaricp_connections_active{pool="schedule"} 3.0
haru_gateway_rate_limit_total{limit="address",outcome="limited",store="redis"} 7.0
haru_gateway_rate_limit_total{limit="address",outcome="allowed",store="redis"} 900.0
"""


class Selected(unittest.TestCase):

    def test_seriesOfAMetricAreAddedAndScaled(self):
        self.assertEqual(selected(PUBLISHED), {"heap_mb": 30.0, "cpu_s": 2.5, "pool_active": 3.0, "rate_limited": 7.0})

    def test_missingMetricsAreOmitted(self):
        self.assertEqual(selected("up 1\n"), {})


class Over(unittest.TestCase):

    def test_countersAreGrowthAndGaugesMeanAndHighest(self):
        samples = [{"at": at, "gateway": {"cpu_s": at / 2, "heap_mb": heap, "rate_limited": 5.0 * at}}
                   for at, heap in ((0, 10), (5, 20), (10, 60), (15, 99))]

        self.assertEqual(over(samples, 0, 10), {"seconds": 10, "gateway": {
            "cores": 0.5, "heap_mb": {"mean": 30, "max": 60}, "rate_limited": 50}})

    def test_oneSampleGivesNoFigures(self):
        self.assertEqual(over([{"at": 0, "gateway": {"cpu_s": 1.0}}], 0, 10), {})


class StatusServer(BaseHTTPRequestHandler):
    """Responds to each path with the status that the test sets."""

    statuses = {}

    def do_GET(self):
        body = b'{"code": "it-depends"}'
        self.send_response(next((status for path, status in self.statuses.items() if self.path.startswith(path)), 404))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class MustBeUp(unittest.TestCase):

    WELL = {"/v1/auth/challenge": 200, "/v1/members/me": 401, "/v1/locations": 200}

    def answering(self, statuses):
        server = HTTPServer(("127.0.0.1", 0), type("Server", (StatusServer,), {"statuses": statuses}))
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self.addCleanup(lambda: (server.shutdown(), server.server_close()))
        return Target(f"http://127.0.0.1:{server.server_port}")

    def test_aCompleteSystemIsUp(self):
        self.answering(self.WELL).must_be_up()

    def test_anUnavailableServiceIsNamed(self):
        with self.assertRaisesRegex(Problem, "schedule-service does not: 503 for GET /v1/locations"):
            self.answering({**self.WELL, "/v1/locations": 503}).must_be_up()

    def test_anotherServerIsRefused(self):
        with self.assertRaisesRegex(Problem, r"is not Haru's gateway: 404 \(it-depends\) for GET /v1/auth/challenge"):
            self.answering({}).must_be_up()

    def test_anAddressWithoutServerIsNamed(self):
        with self.assertRaisesRegex(Problem, "No server responds at http://127.0.0.1:1 "):
            Target("http://127.0.0.1:1").must_be_up()

    def test_anInvalidUrlIsRefused(self):
        for wrong in ("127.0.0.1:8080", "ftp://127.0.0.1", "http://", "http://127.0.0.1:x", "http://127.0.0.1:8080/v1"):
            with self.subTest(wrong), self.assertRaisesRegex(Problem, "is not a URL"):
                Target(wrong)


class Finish(unittest.TestCase):

    def test_aRunHasASummaryAndAResultInTheCommonFormat(self):
        times = {"values": {"med": 1.0, "p(95)": 2.0, "p(99)": 3.0, "max": 4.0}, "thresholds": {"p(95)<50": {"ok": True}}}
        samples = [{"at": 5.0 * i, "machine": {"cpu_s": 3.0 * i}, "gateway": {"cpu_s": 1.0 * i, "heap_mb": 50.0}} for i in range(5)]
        run = {"profile": "load", "begun": "now", "url": "http://x", "command": "make load", "begin": 0.0, "steps": [],
               "samples": samples, "source": "", "phases": [{"name": "main", "rate": 20, "rise": 0, "hold": 20}]}
        with tempfile.TemporaryDirectory() as directory, mock.patch.object(loadtest.k6, "version", return_value="k6 v1"):
            with open(os.path.join(directory, "summary.json"), "w") as file:
                json.dump({"metrics": {"http_req_duration{name:list,phase:main}": times,
                                       "http_reqs{name:list,phase:main}": {"values": {"count": 120}}}}, file)
            with open(os.path.join(directory, "k6.log"), "w") as file:
                file.write('time="…" level=error msg="GET http://x/v1/schedules: 504 {\\"status\\":504}" source=console\n'
                           'time="…" level=error msg="POST http://x/v1/schedules: 500 {\\"status\\":500}" source=console\n'
                           'time="…" level=error msg="a threshold is broken"\n')
            loadtest.finish(run, None, True, directory)
            with open(os.path.join(directory, "summary.md")) as summary, open(os.path.join(directory, "result.json")) as file:
                text, turns = summary.read(), Turns(json.load(file))

        self.assertIn("| list | 120 | 1.0 | 2.0 | 3.0 | 4.0 | p(95)<50 held |", text)
        self.assertIn("| gateway | 0.20 | 50 |", text)
        self.assertIn('- `POST http://x/v1/schedules: 500 {"status":500}`\n- `GET http://x/v1/schedules: 504 {"status":504}`\n\n', text)
        self.assertEqual((run["status"], turns.median("list, main", "p95")), (0, 2.0))


class Export(unittest.TestCase):
    """The wait for the last spans."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def write(self, service, trace, suffix=""):
        with open(os.path.join(self.directory, f"{service}.jsonl{suffix}"), "a") as file:
            file.write(f'{{"traceId":"{trace}"}}\n')

    def await_export(self, services, late=()):
        """The services write their spans at once; those of late write them during the wait. Returns what the wait reports."""
        def send_traced(trace):
            self.write("gateway", trace, ".1")
            for service in services:
                self.write(service, trace)
            sleep.side_effect = lambda _: [self.write(service, trace) for service in late]
            return [*services, *late]

        system = mock.Mock()
        system.send_traced.side_effect = send_traced
        with mock.patch.object(traces.time, "sleep") as sleep, mock.patch.object(traces, "say") as say:
            traces.Traces(directory=self.directory).await_export(system)
        return sleep.call_count, "".join(str(call) for call in say.mock_calls)

    def test_theWaitEndsWithTheLastSpanOfEachService(self):
        self.assertEqual(self.await_export(["auth-service"]), (0, ""))
        self.assertEqual(self.await_export(["auth-service"], late=["member-service"]), (1, ""))

    def test_aServiceThatWritesNothingIsNamed(self):
        with mock.patch.object(traces, "EXPORTED_WITHIN", 0), mock.patch.object(Export, "write"):
            self.assertIn("The last traces of auth-service, gateway were not written", self.await_export(["auth-service"])[1])

    def test_aSystemThatDoesNotRespondIsReported(self):
        system = mock.Mock()
        system.send_traced.side_effect = Problem("No server responds.")
        with mock.patch.object(traces, "say") as say:
            traces.Traces(directory=self.directory).await_export(system)

        say.assert_called_once_with("The last traces may be missing: No server responds.")


class Budgets(unittest.TestCase):

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def write(self, script):
        """Replaces latency with a script that runs the given code for budgets, and otherwise records its arguments."""
        latency = os.path.join(self.directory, "latency")
        with open(latency, "w") as file:
            file.write(f'#!/bin/sh\necho "$@" >> {self.directory}/calls\n[ $1 = of ] || {{ {script}; }}\n')
        os.chmod(latency, stat.S_IRWXU)
        with mock.patch.object(traces, "LATENCY", latency):
            return traces.Traces(directory="trace").write(1795255200.25, self.directory)

    def verdict(self, script, profile="load"):
        kept, budgets = self.write(script)
        return loadtest.verdict({"profile": profile, "metrics": {}, "kept": kept, "budgets": budgets})

    def test_keptBudgetsPassTheRun(self):
        self.assertEqual(self.verdict("exit 0"), (0, "**All bounds held.**"))

    def test_aBrokenBudgetFailsTheRun(self):
        self.assertEqual(self.verdict("exit 1"), (1, "**A budget of k6/budgets.yaml is not kept: see latency.txt.**"))

    def test_smokeReportsBudgetsWithoutJudgingThem(self):
        for script in ("exit 1", "echo latency: no trace >&2; exit 2"):
            self.assertEqual(self.verdict(script, "smoke"), (0, "**All bounds held.**"))

    def test_budgetsThatCannotBeComparedFailTheRunWithTheReason(self):
        self.assertEqual(self.verdict("echo latency: no trace >&2; exit 2"),
                         (1, "**The budgets of k6/budgets.yaml could not be compared: latency: no trace**"))

    def test_withoutOutputOfLatencyTheReasonIsItsExitCode(self):
        self.assertEqual(self.verdict("exit 137"),
                         (1, "**The budgets of k6/budgets.yaml could not be compared: latency ended with 137**"))

    def test_allRoutesHaveTheSamePeriod(self):
        self.write("exit 0")
        with open(os.path.join(self.directory, "calls")) as file:
            calls = file.read().splitlines()

        self.assertEqual(len(calls), len(traces.ROUTES) + 1)
        for line in calls:
            self.assertIn("--since 2026-11-21T10:00:00.250000Z", line)
