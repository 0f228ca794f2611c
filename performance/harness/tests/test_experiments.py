"""Unit tests of the experiments: make lint ONLY=tools."""
import os
import tempfile
import unittest
from unittest import mock

from harness import ROOT, Problem, experiment, k6, main, overload, page, render, runner
from harness.figures import times
from harness.result import Outcome

BENCHMARK = """
title = "A benchmark"
baseline = "a"
load = { clients = 2, duration = 5, rounds = 2, calls = [{ path = "${path}" }] }
measure = { figures = ["cpu", "ratio"] }
processes = { member = { service = "member-service" }, gateway = { service = "gateway", upstream = ["member"] } }

[[variants]]
name = "a"
process = "member"

[[variants]]
name = "b"
process = "gateway"
measured = ["gateway", "member"]
"""
FILE = """
title = "Something"
published = "Twice as fast."
teaches = "A lesson."
haru = "does it so."
process = { service = "member-service" }
load = { rate = 100, duration = 5, calls = [{ path = "/x" }] }
published_load = { rate = 400, duration = 300 }
measure = { figures = ["rate", "p95", "cpu"], compare = ["rate", "p95"] }

[[variants]]
name = "a"
published = { rate = 100, p95 = 1000 }

[[variants]]
name = "b"
published = { rate = 200, p95 = 100 }
"""


def read(text=FILE):
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(text)
        file.flush()
        return experiment.read_file(file.name)


def outcome(a, b):
    turns = [{"name": name, "turns": [{"rate": rate, "p95": p95, "cpu": 5.0, "others": 0.1} for rate, p95 in values]}
             for name, values in (("a", a), ("b", b))]
    return Outcome({"name": "x", "variants": turns}, read())


class ClientsFiguresTests(unittest.TestCase):

    def figures(self, wanted, refused=0, failed=0, served=True):
        metrics = {"http_reqs": {"count": 100, "rate": 50.0}, "http_req_duration": {"p(95)": 2.0},
                   "refused_statuses": {"count": refused}, "unexpected_statuses": {"count": failed}}
        if served:
            metrics["served"] = {"avg": 1.0, "med": 1.0, "p(95)": 3.0, "p(99)": 4.0, "max": 5.0}
        return runner.clients_figures(metrics, wanted)

    def test_a_refusal_is_an_answer_that_was_not_served(self):
        figures = self.figures(["p95"], refused=40, failed=10)
        self.assertEqual((25, 45, 40, 10, 3), tuple(figures[name] for name in ("rate", "answered", "refused", "failed", "p95")))

    def test_a_guard_may_refuse_everything(self):
        figures = self.figures(["answered", "answer_p95"], refused=100, served=False)
        self.assertEqual((50, 2, None), (figures["answered"], figures["answer_p95"], figures["p95"]))

    def test_without_a_served_request_there_are_no_times(self):
        with self.assertRaisesRegex(Problem, "None of 100 requests returned the expected status: 100 were refused"):
            self.figures(["p95"], refused=100, served=False)

    def test_failures_are_no_refusals(self):
        with self.assertRaisesRegex(Problem, "100 got another status"):
            self.figures(["answered"], failed=100, served=False)


class FileTests(unittest.TestCase):

    def refused(self, old, new, message):
        self.assertIn(old, FILE)
        with self.assertRaises(Problem) as refused:
            read(FILE.replace(old, new))
        self.assertIn(message, str(refused.exception))
        self.assertNotIn("\n", str(refused.exception))

    def test_an_omitted_value_has_its_default(self):
        self.assertEqual((3, [200], experiment.TOGETHER), (read().load.rounds, read().load.calls[0].expected, read().start))

    def test_an_unknown_name_is_refused_with_a_hint(self):
        self.refused("duration = 5", "durations = 5", "did you mean duration?")

    def test_an_unknown_figure_is_refused(self):
        self.refused('"cpu"]', '"warmth"]', "the figure “warmth” does not exist")

    def test_a_value_of_another_kind_is_refused(self):
        self.refused("rate = 100, d", 'rate = "many", d', "must be int")
        self.refused("rate = 100, d", "rate = true, d", "must be int")

    def test_a_missing_name_is_reported(self):
        self.refused('teaches = "A lesson."', "", "has no “teaches”")

    def test_a_load_has_one_shape(self):
        self.refused("rate = 100, d", "rate = 100, clients = 3, d", "one of rate and clients")

    def test_two_variants_of_one_name_are_refused(self):
        self.refused('name = "b"', 'name = "a"', "same name")

    def test_an_unknown_service_is_refused(self):
        self.refused("member-service", "members", "process needs")

    def test_an_unknown_experiment_is_refused_with_a_hint(self):
        with self.assertRaisesRegex(Problem, "did you mean schedule-creation"):
            experiment.read("schedules-creation")

    def test_every_experiment_can_be_read(self):
        self.assertTrue([experiment.read(name) for name in experiment.names()])


class OutcomeTests(unittest.TestCase):

    def test_ratios_are_of_medians_to_the_first_variant(self):
        two = outcome([(100, 1000), (110, 900), (90, 1100)], [(300, 100), (290, 110), (310, 90)])
        b = "b"
        self.assertEqual((3, 0.1, 2), (two.ratio(b, "rate"), two.ratio(b, "p95"), two.published_ratio(b, "rate")))
        self.assertEqual("300 (290–310)", two.cell(b, "rate"))

    def test_overlapping_turns_show_no_difference(self):
        self.assertIn("show no difference", outcome([(100, 1), (120, 1)], [(110, 1), (130, 1)]).sentences())

    def test_separate_turns_have_the_published_ratio(self):
        text = outcome([(100, 1), (120, 1)], [(130, 1), (140, 1)]).sentences()
        self.assertIn("rose to 1.23 times; published: 2.00 times.", text)

    def test_a_ratio_of_one_is_no_rise(self):
        self.assertIn("did not change", outcome([(250.1, 1), (250.2, 1)], [(250.3, 1), (250.4, 1)]).sentences())

    def test_a_ratio_to_0_is_omitted(self):
        self.assertIn("no ratio", outcome([(0, 1)], [(130, 1)]).sentences())

    def test_ratios_keep_three_digits(self):
        self.assertEqual(["150", "12.3", "3.14", "0.25", "0.012", ""], [times(x) for x in (150.4, 12.34, 3.14159, 0.25, 0.0123, None)])


class FakeCopy:
    """A fake for a process of a variant."""

    alive = []

    def __init__(self, name, service):
        self.name, self.service, self.url, self.ready_after, self.cpu_when_ready = name, service, f"http://{name}", 1.0, 1000.0
        self.alive.append(name)

    def await_ready(self):
        pass

    def end(self):
        self.alive.remove(self.name)

    def stop(self):
        pass


class RunnerTests(unittest.TestCase):

    def setUp(self):
        self.loads, self.fails_at, FakeCopy.alive = [], 0, []
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.system = mock.Mock(run=directory.name)
        for patch in (mock.patch.object(runner, "start", lambda system, process, name, *_: FakeCopy(name, process.service)),
                      mock.patch.object(runner, "say"), mock.patch.object(runner, "send", self.send)):
            patch.start()
            self.addCleanup(patch.stop)

    def send(self, of_experiment, running, seconds):
        runner.reset(of_experiment, running.system)
        self.loads.append((running.variant.name, seconds, sorted(FakeCopy.alive)))
        if len(self.loads) == self.fails_at:
            raise Problem("k6 fails")
        return {"cpu": 10.0 * len(self.loads), "answered": 1.0, "answer_p95": 1.0, "refused": 0.0, "failed": 0.0}

    def run_it(self, text=FILE, fails_at=0):
        self.fails_at = fails_at
        return runner.run(read(text), self.system)

    def test_variants_warm_up_and_then_take_turns(self):
        turns = self.run_it()
        self.assertEqual([("a", 10), ("b", 10)] + 3 * [("a", 5), ("b", 5)], [one[:2] for one in self.loads])
        self.assertEqual([3, 3], [len(of) for of in turns.values()])

    def test_variants_of_a_start_start_anew_for_each_turn_and_alone(self):
        self.run_it('start = "each turn"\n' + FILE.replace("duration = 5", "duration = 5, warm_up = 0"))
        self.assertEqual(3 * [("a", 5, ["a"]), ("b", 5, ["b"])], self.loads)

    def test_every_turn_begins_with_the_same_data(self):
        self.run_it('reset = { sql = ["delete"], redis = true }\n' + FILE)
        self.assertEqual((8, 8 * [mock.call("FLUSHALL")]), (self.system.sql.call_count, self.system.redis.call_args_list))

    def test_a_failure_ends_all_variants(self):
        with self.assertRaises(Problem):
            self.run_it(fails_at=4)
        self.assertEqual([], FakeCopy.alive)

    def test_a_missing_file_is_named_with_the_command_that_creates_it(self):
        with self.assertRaisesRegex(Problem, "needs nowhere/file: run make it first"):
            self.run_it('needs = { "nowhere/file" = "make it" }\n' + FILE)

    def test_variants_have_the_ratio_to_the_baseline_of_their_round(self):
        turns = runner.run(read(BENCHMARK), self.system)
        self.assertEqual(("a", 5, ["gateway", "member"]), self.loads[2])
        self.assertEqual([4 / 3, 6 / 5], [turn["ratio"] for turn in turns["b"]])

    def test_a_started_process_calls_its_upstream(self):
        with runner.started(read(BENCHMARK), self.system, read(BENCHMARK).variants) as (a, b):
            self.assertEqual(("http://member", "http://gateway", ["gateway", "member"]),
                             (a.url, b.url, [process.name for process in b.processes]))

    def test_a_variant_behind_a_gateway_is_called_through_it(self):
        variants = read(FILE.replace('name = "b"', 'name = "b"\nbehind_gateway = true')).variants
        with runner.started(read(), self.system, variants) as (_, b):
            self.assertEqual(("http://b, its gateway", "b", 2), (b.url, b.service_process.name, len(b.processes)))


class SendTests(unittest.TestCase):

    def test_processor_time_is_given_by_process_and_for_a_request(self):
        metrics = {"http_reqs": {"count": 100, "rate": 50.0}, "http_req_duration": {"p(95)": 2.0},
                   "served": {"avg": 1.0, "med": 1.0, "p(95)": 3.0, "p(99)": 4.0, "max": 5.0}}
        member, gateway, postgres = (mock.MagicMock(service=name) for name in ("member-service", "gateway", ""))
        for process in (member, gateway):
            process.switches.side_effect, process.memory_mb.return_value = [100, 300], 50
        system = mock.Mock(services={}, stores={"PostgreSQL": postgres}, tokens="tokens.json")
        running = runner.Running(read().variants[0], member, "http://x", [member, gateway], system)
        done = k6.Finished(metrics, 2.0, {member: 4, gateway: 6, postgres: 1}, 5.0, 400.0)
        with mock.patch.object(k6, "run", return_value=done) as run:
            figures = runner.send(read(), running, 5)
        self.assertEqual((100, 10, 4, 100), tuple(figures[name] for name in ("cpu", "postgres", "switches", "memory")))
        self.assertEqual({"member-service": 40, "gateway": 60}, figures["parts"])
        self.assertEqual([member, gateway, postgres], run.call_args.args[2])


class CompilingProcess:
    """A fake that uses 100 ms in each load; the compilers use the given shares in turn."""

    def __init__(self, *shares):
        self.shares, self.used, self.compiled = list(shares), 0, 0

    def cpu_ms(self):
        return self.used

    def compilers_ms(self):
        return self.compiled

    def load(self):
        self.used += 100
        self.compiled += 100 * self.shares.pop(0)


class SettleTests(unittest.TestCase):

    def test_the_load_is_repeated_until_the_compilers_are_quiet(self):
        process = CompilingProcess(0.4, 0.1, 0.02, 0.5)
        runner.settle([process.load], [process], within=60)
        self.assertEqual(process.shares, [0.5])

    def test_the_next_load_follows_when_one_is_quiet(self):
        process = CompilingProcess(0.4, 0.02, 0.3, 0.01, 0.5)
        loads = []
        few, many = (lambda name=name: (loads.append(name), process.load()) for name in ("few", "many"))
        runner.settle([few, many], [process], within=60)
        self.assertEqual(loads, ["few", "few", "many", "many"])

    def test_it_ends_after_its_time_with_a_message(self):
        process = CompilingProcess(0.4, 0.3)
        with mock.patch("sys.stderr") as output:
            runner.settle([process.load, process.load], [process], within=-1)
        self.assertEqual(process.shares, [0.3])
        self.assertIn("40%", "".join(call.args[0] for call in output.write.call_args_list))


class K6Tests(unittest.TestCase):

    def k6(self, text, **more):
        """Runs a shell script in place of k6."""
        with tempfile.TemporaryDirectory() as work:
            program = os.path.join(work, "k6")
            with open(program, "w") as file:
                file.write(f"#!/bin/sh\n{text}\n")
            os.chmod(program, 0o700)
            with mock.patch.object(k6, "K6", program):
                return k6.run("create.js", {"URL": "http://x"}, **more)

    def test_k6_gets_the_variables_and_its_summary_is_returned(self):
        done = self.k6("""printf '{"metrics": {"given": "%s"}}' "$8 $9 $(basename "${10}")" >"$7"; exit 99""")
        self.assertEqual(("-e URL=http://x create.js", True), (done.metrics["given"], done.broken))

    def test_processor_time_is_the_growth_of_each_process(self):
        watched = mock.Mock()
        watched.cpu_ms.side_effect = [100.0, 350.0]
        done = self.k6("""printf '{"metrics": {"http_reqs": {"count": 10}}}' >"$7" """, watched=[watched, watched])
        self.assertEqual((250.0, 25_000.0), (done.cpu_ms[watched], done.cpu_of([watched])))

    def test_a_failure_of_k6_is_a_problem_with_its_reason(self):
        with self.assertRaisesRegex(Problem, "k6/create.js failed: no such host"):
            self.k6("echo no such host >&2; exit 107")

    def test_a_broken_threshold_is_a_problem_unless_accepted(self):
        with self.assertRaises(Problem):
            self.k6("echo '{}' >$7; exit 99", accepted=(0,))


class MainTests(unittest.TestCase):

    def test_a_problem_is_one_line_and_the_exit_code_2(self):
        def fail():
            raise Problem("no system")

        with mock.patch("signal.signal"), mock.patch("sys.stderr") as output, self.assertRaises(SystemExit) as ended:
            main(fail)
        self.assertEqual((2, "no system"), (ended.exception.code, output.write.call_args_list[0].args[0]))


class PageTests(unittest.TestCase):

    def test_committed_pages_match_the_recorded_results(self):
        page.check()

    def test_a_smaller_load_has_its_factor(self):
        self.assertIn("Rate × 0.25 of the published, duration × 0.017", page.scale(read(), {"rate": 100, "duration": 5}))

    def test_a_chart_has_bars_and_published_ratios(self):
        drawn = render.svg(outcome([(100, 1000)], [(300, 100)]))
        self.assertEqual((4, 2), (drawn.count(render.FILL), drawn.count(f'stroke="{render.PUBLISHED}"')))


def step(users, rate, refusals, cpu):
    return {"users": users, "load": {"rate": rate, "refusals": refusals}, "cpu": {"gateway": cpu, "k6": 0.3, "others": 0.1}}


class OverloadTest(unittest.TestCase):

    def test_refusals_use_at_most_what_the_best_step_does_not_explain(self):
        best = step(100, 90, 0, 0.9)
        self.assertAlmostEqual(0.3, overload.refusals_cpu(step(300, 60, 3000, 0.9), best))
        self.assertEqual(0, overload.refusals_cpu(step(10, 60, 0, 0.9), best))

    def test_an_unknown_row_is_refused_with_those_there_are(self):
        with self.assertRaisesRegex(Problem, "ROWS has no “signup”, only sign-up, sign-in"):
            overload.chosen("signup", overload.ROWS, "ROWS")
        self.assertEqual(["sign-up", "list"], overload.chosen("list, sign-up", overload.ROWS, "ROWS"))

    def test_a_missing_founding_script_is_refused_with_a_sentence(self):
        with tempfile.TemporaryDirectory() as empty, self.assertRaisesRegex(Problem, "VECTORS=…"):
            overload.founding_script({"VECTORS": empty})

    def test_the_page_has_a_table_of_each_curve_and_the_founding_rates(self):
        seen = {"rate": 90.0, "refused": 0.0, "p50": 5.0, "p95": 20.0, "refusals": 0}
        steps = [{"users": users, "seconds": 20, "load": seen, "reads": seen, "others": seen, "refusals_cpu": 0.0,
                  "cpu": {"k6": 0.2}} for users in (2, 1000)]
        rows = [{"name": name, "turns": steps} for name in (*overload.CURVES, "storm", "recovery", "start", "fairness")]
        rows.append({"name": "founding", "turns": [{"per_second": [80.0, 91.0, 92.0], "other": 0, "requests": 15000}]})
        recorded = {"recorded": "2026-11-24T18:00Z", "commit": "abc", "command": "make bench", "load": {"duration": 20},
                    "machine": {"cores": 2, "processor": "x", "jdk": "25"}, "variants": rows}
        text = overload.section(recorded)
        self.assertIn("| 1,000 | 90 | 20 | 0.0% | 0.0% | 20% | 90 |", text)
        self.assertIn("80, 91, 92 in minutes 1 to 3", text)
        rows.pop(-2)
        self.assertNotIn("from other addresses", overload.section(recorded))

    def test_a_chart_has_a_line_for_each_curve_and_a_point_for_each_step(self):
        drawn = render.curves("T", [("Of users", {"a": [(2, 40), (1000, 90)], "b": [(2, 10), (1000, 20)]})])
        self.assertEqual((4, 2), (drawn.count("<circle"), drawn.count('fill="none"')))

