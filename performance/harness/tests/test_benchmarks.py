import contextlib
import io
import os
import re
import socket
import threading
import unittest
from unittest import mock

from harness import Problem, bench, calendars, experiment, k6, login, pgbench, recovery, runner, second_factor, starts, system, templates
from harness.experiment import BENCHMARKS
from harness.result import Turns


def finished(metrics, cpu_ms=None):
    return k6.Finished(metrics, 10.0, cpu_ms or {}, 0.0, 0.0)


def process(name):
    one = mock.Mock()
    one.name = name
    return one


class Files(unittest.TestCase):

    def test_everyBenchmarkOfAFileCanBeRead(self):
        for name in experiment.names(BENCHMARKS):
            self.assertTrue(experiment.read(name, BENCHMARKS).baseline)

    def test_theListHasEveryBenchmark(self):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            self.assertEqual(bench.main(["list"]), 0)

        self.assertEqual(re.findall(r"^(\S+) ", output.getvalue(), re.M), list(bench.BENCHMARKS))

    def test_anUnknownBenchmarkIsRefused(self):
        with self.assertRaisesRegex(Problem, "no benchmark “logins”"):
            bench.main(["logins"])


class Calendars(unittest.TestCase):

    def test_eachPathGetsTheValuesOfTheSystem(self):
        values = {"schedule": "s-1", "changes": "c-1", "feed": "/v1/feeds/f-1.ics"}
        filled = calendars.filled(experiment.read("calendar", BENCHMARKS), values)

        paths = [one.path for variant in filled.variants for one in variant.calls or filled.load.calls] + [v.path for v in filled.variants]
        self.assertEqual({path for path in paths if "${" in path}, {"${path}"})
        self.assertIn("/v1/schedules/s-1", paths)

    def test_aBulkRequestOfSeriesHasNoTwoAtTheSameTimeOfAWeekday(self):
        starts = {calendars.weekly(number)["localStart"] for number in range(5 * calendars.HOURS)}

        self.assertEqual(len(starts), 5 * calendars.HOURS)


class Scripts(unittest.TestCase):

    def test_eachCallWithAMetricOfItsOwnIsAVariant(self):
        times = {"avg": 2.0, "med": 1.0, "p(95)": 3.0, "max": 4.0}
        turns = bench.calls({"http_reqs": {"count": 200, "rate": 20.0}, "http_req_duration": times, "refused": {"count": 50},
                             "http_req_duration{name:register}": times, "http_req_duration{expected_response:true}": times})

        self.assertEqual(list(turns), ["all requests", "name:register"])
        self.assertEqual((200, 0, 25), tuple(turns["all requests"][0][name] for name in ("requests", "failed", "refused")))

    def test_theLoggedTableOfHashesIsRead(self):
        log = "| Implementation | Cost | CPU ms per hash |\n| --- | --- | --- |\n| bcrypt | 10 | 55.5 |\n"

        self.assertEqual(bench.hash_turns(log), {"bcrypt, 10": [{"cpu": 55500}]})


class SignIns(unittest.TestCase):

    def test_aTurnHasTheProcessorTimeOfEachPartForARequest(self):
        metrics = {"http_reqs": {"count": 100}, "http_req_duration": {"med": 5.0, "p(95)": 9.0}}
        gateway, auth = process("gateway"), process("auth-service")
        with mock.patch.object(k6, "run", return_value=finished(metrics, {gateway: 500, auth: 100})):
            turn = login.turn(mock.Mock(), "wrong", [gateway, auth])

        self.assertEqual(turn, {"rate": 20, "requests": 100, "cpu": 6000, "parts": {"gateway": 5000, "auth-service": 1000},
                                "p50": 5.0, "p95": 9.0})

    def test_anUnexpectedStatusIsAProblemThatNamesTheKind(self):
        with mock.patch.object(k6, "run", side_effect=Problem("failed")), self.assertRaisesRegex(Problem, "kind wrong"):
            login.turn(mock.Mock(), "wrong", [])

    def test_refusalsComeAtAHigherRateThanSignIns(self):
        with mock.patch.dict(os.environ):
            for name in ("RATE", "REFUSALS"):
                os.environ.pop(name, None)

            self.assertEqual([login.rate(kind) for kind in ("right", "wrong", "challenged-unknown", "blocked")], [60, 20, 400, 2000])


class SecondFactors(unittest.TestCase):

    def test_codesAreThoseOfTheRfc(self):
        for second, code in ((59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")):
            self.assertEqual(second_factor.code(b"12345678901234567890", second // 30), code)

    def test_moreSignInsThanCodesAreRefused(self):
        with mock.patch.dict(os.environ, {"RATE": "20", "DURATION": "18s"}), self.assertRaisesRegex(Problem, "300 sign-ins"):
            second_factor.check()


class Recoveries(unittest.TestCase):

    def test_mediansMayDifferByATenth(self):
        for ratio, differs in ((0.89, True), (0.91, False), (1.1, False), (1.12, True)):
            self.assertEqual(recovery.differs({"known address": [{"ratio": ratio}]}), differs)


class Redis(unittest.TestCase):

    def answering(self, answer):
        """Returns a system whose Redis responds with one line, and the received lines."""
        server, received = socket.create_server(("127.0.0.1", 0)), []
        self.addCleanup(server.close)

        def serve():
            connection, _ = server.accept()
            with connection:
                received.append(connection.recv(200))
                connection.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        self.addCleanup(thread.join)
        haru = system.System.__new__(system.System)
        haru.ports = {"REDIS": server.getsockname()[1]}
        return haru, received

    def test_theAddressIsBlockedInRedis(self):
        haru, received = self.answering(b":1\r\n")
        login.block(haru)

        self.assertRegex(received[0].decode(), r"^ZADD haru:login-guard:blocked \d{13} 192\.0\.2\.66\r\n$")

    def test_aRefusalOfRedisIsAProblem(self):
        haru, _ = self.answering(b"-NOAUTH\r\n")
        with self.assertRaisesRegex(Problem, "NOAUTH"):
            login.block(haru)


class WarmUp(unittest.TestCase):

    METRICS = {name: {"p(95)": ms} for name, ms in (("first", 6.0), ("steady", 4.0), ("first_known", 3.0), ("steady_known", 1.0))}

    def setUp(self):
        self.service = mock.Mock(ready_after=26.5, url="http://127.0.0.1:1")
        patch = mock.patch.object(runner, "start", return_value=self.service)
        patch.start()
        self.addCleanup(patch.stop)

    def test_aTurnComparesTheFirstRequestsWithLaterOnes(self):
        with mock.patch.object(k6, "run", return_value=finished(self.METRICS)):
            turn = starts.first_requests(mock.Mock(url="http://127.0.0.1:2"), True)

        self.assertEqual((26.5, 1.5, 3.0), (turn["ready"], turn["first_ratio"], turn["first_known_ratio"]))
        self.service.stop.assert_called_once()

    def test_theServiceIsStoppedWhenK6Fails(self):
        with mock.patch.object(k6, "run", side_effect=Problem("failed")):
            self.assertRaises(Problem, starts.first_requests, mock.Mock(), False)

        self.service.stop.assert_called_once()


class Tracing(unittest.TestCase):

    def test_eachVariantIsMeasuredAtItsSystemAndComparedWithTheBaseline(self):
        measured = []

        def send(of_benchmark, running, seconds):
            measured.append((running.variant.name, running.system.traced, seconds))
            return {"cpu": 125.0 if running.system.traced else 100.0, "answered": 1.0, "answer_p95": 1.0, "refused": 0.0, "failed": 0.0}

        def system_of(settings, **_):
            one = mock.MagicMock(traced="TRACING" in settings, services={"gateway": mock.Mock(ready_after=None)})
            one.services["gateway"].memory_mb.return_value = 200.0
            one.__enter__.return_value = one
            return one

        benchmark = experiment.overridden(experiment.read("tracing-requests", BENCHMARKS), {"ROUNDS": "2"})[0]
        with mock.patch.object(starts, "System", system_of), mock.patch.object(runner, "send", send), \
                mock.patch.object(starts, "say"), mock.patch.object(runner, "say"):
            turns = starts.tracing_requests(benchmark)

        self.assertEqual([("no agent", False, 120), ("agent, 100 %", True, 120)], measured[:2])
        self.assertEqual({"no agent": 1, "agent, 0 %": 1.25, "agent, 5 %": 1.25, "agent, 100 %": 1.25},
                         {name: of_variant[1]["ratio"] for name, of_variant in turns.items()})


class Pgbench(unittest.TestCase):

    def test_theStatementOfTheSourceIsMeasuredBesideEachRound(self):
        statements = pgbench.Statements.__new__(pgbench.Statements)
        statements.experiment = statements.system = None
        statements.statement = mock.Mock()
        statements.statement.turn.side_effect = lambda _, __, rate=None: {"postgres": 200.0 if rate else 100.0, "requests": 5}
        turns = {pgbench.CREATE: [{"postgres": 300.0, "rate": 50.0}]}
        statements.after_round(turns)

        self.assertEqual([1.5, 1.0, 0.5], [of_variant[0]["postgres_ratio"] for of_variant in turns.values()])

    def test_theStatementIsFoundInTheSource(self):
        statement = pgbench.Statement()
        self.addCleanup(statement.directory.cleanup)

        self.assertRegex(statement.sql, r"insert into \S*schedule")


class Plans(unittest.TestCase):

    def test_theScansOfAPlanAreThoseOfAllItsNodes(self):
        plan = {"Node Type": "Limit", "Plans": [{"Node Type": "Index Scan", "Relation Name": "t", "Index Name": "t_rank"},
                                                {"Node Type": "Seq Scan", "Relation Name": "u"}]}

        self.assertEqual(templates.scans_in(plan), {"index scan of t_rank", "seq scan of u"})


class Tables(unittest.TestCase):

    def test_aTableHasAColumnOfEachProcessAndNoEmptyColumn(self):
        turns = Turns({"name": "x", "variants": [
            {"name": "a", "turns": [{"cpu": 30, "requests": 10}, {"cpu": 50, "requests": 20}]},
            {"name": "b", "turns": [{"cpu": 90, "parts": {"gateway": 60, "auth-service": 30}, "requests": 5}]}]})

        self.assertEqual(turns.table(["parts", "cpu", "postgres", "requests"]).splitlines(), [
            "| Request | CPU µs: gateway | CPU µs: auth-service | CPU µs | requests |",
            "| --- | --- | --- | --- | --- |",
            "| a |  |  | 40 (30–50) | 30 |",
            "| b | 60 | 30 | 90 | 5 |"])

    def test_theFigureOfAProcessHasAMedian(self):
        turns = Turns({"name": "x", "variants": [{"name": "a", "turns": [{"parts": {"Redis": ms}} for ms in (1, 3, 2)]}]})

        self.assertEqual(turns.median("a", "parts/Redis"), 2)

    def test_anUnknownVariantIsAProblem(self):
        with self.assertRaisesRegex(Problem, "x.json has no variant “b”"):
            Turns({"name": "x", "variants": []}).median("b", "cpu")

