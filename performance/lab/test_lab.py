"""Unit tests of the experiments: make lint ONLY=tools."""
import glob
import os
import sys
import tempfile
import unittest
from unittest import mock

if sys.version_info < (3, 11):
    raise unittest.SkipTest("tomllib comes with Python 3.11")

from lab import bench, chart, knobs, load, overload, page, runner, spec
from lab.problem import Problem
from lab.process import ROOT
from lab.result import Outcome, times

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
        return spec.read_file(file.name)


def outcome(a, b):
    turns = [{"name": name, "turns": [{"rate": rate, "p95": p95, "cpu": 5.0, "others": 0.1} for rate, p95 in values]}
             for name, values in (("a", a), ("b", b))]
    return Outcome({"variants": turns}, read())


class SeenTests(unittest.TestCase):

    def seen(self, asked, refused=0, failed=0, served=True):
        metrics = {"http_reqs": {"count": 100, "rate": 50.0}, "http_req_duration": {"p(95)": 2.0},
                   "refused_statuses": {"count": refused}, "unexpected_statuses": {"count": failed}}
        if served:
            metrics["served"] = {"avg": 1.0, "med": 1.0, "p(95)": 3.0, "p(99)": 4.0, "max": 5.0}
        return load.seen(metrics, asked)

    def test_a_refusal_is_an_answer_that_was_not_served(self):
        figures = self.seen(["p95"], refused=40, failed=10)
        self.assertEqual((25, 45, 40, 10, 3), tuple(figures[name] for name in ("rate", "answered", "refused", "failed", "p95")))

    def test_a_guard_may_refuse_everything(self):
        figures = self.seen(["answered", "answer_p95"], refused=100, served=False)
        self.assertEqual((50, 2, None), (figures["answered"], figures["answer_p95"], figures["p95"]))

    def test_what_was_never_served_has_no_times(self):
        with self.assertRaisesRegex(Problem, "None of 100 requests returned the expected status: 100 were refused"):
            self.seen(["p95"], refused=100, served=False)

    def test_a_flood_of_failures_is_none_of_refusals(self):
        with self.assertRaisesRegex(Problem, "100 got another status"):
            self.seen(["answered"], failed=100, served=False)


class SpecTests(unittest.TestCase):

    def refused(self, old, new, message):
        self.assertIn(old, FILE)
        with self.assertRaises(Problem) as refused:
            read(FILE.replace(old, new))
        self.assertIn(message, str(refused.exception))
        self.assertNotIn("\n", str(refused.exception))

    def test_what_a_file_leaves_out_has_its_default(self):
        self.assertEqual((3, [200], spec.TOGETHER), (read().load.rounds, read().load.calls[0].expected, read().start))

    def test_a_name_that_is_not_known_is_refused_with_the_one_that_was_meant(self):
        self.refused("duration = 5", "durations = 5", "did you mean duration?")

    def test_a_figure_that_is_not_measured_is_refused(self):
        self.refused('"cpu"]', '"warmth"]', "the figure “warmth” does not exist")

    def test_a_value_of_another_kind_is_refused(self):
        self.refused("rate = 100, d", 'rate = "many", d', "must be int")
        self.refused("rate = 100, d", "rate = true, d", "must be int")

    def test_what_is_missing_is_named(self):
        self.refused('teaches = "A lesson."', "", "has no “teaches”")

    def test_a_load_has_one_shape(self):
        self.refused("rate = 100, d", "rate = 100, clients = 3, d", "one of rate and clients")

    def test_two_variants_of_one_name_are_refused(self):
        self.refused('name = "b"', 'name = "a"', "same name")

    def test_no_such_service_is_refused(self):
        self.refused("member-service", "members", "process needs")

    def test_an_experiment_that_does_not_exist_is_refused_with_the_one_that_was_meant(self):
        with self.assertRaisesRegex(Problem, "did you mean schedule-creation"):
            spec.read("schedules-creation")

    def test_every_experiment_can_be_read(self):
        self.assertTrue([spec.read(name) for name in spec.names()])


@unittest.skipUnless(glob.glob(os.path.join(ROOT, "member-service/target/*.jar")), "nothing is built")
class KnobTests(unittest.TestCase):

    def test_a_property_that_no_jar_knows_is_refused_with_the_one_that_was_meant(self):
        with self.assertRaisesRegex(Problem, "did you mean server.tomcat.threads.max"):
            knobs.check_property("member-service", "a", "server.tomcat.thread.max")

    def test_a_flag_that_the_jvm_does_not_know_is_refused(self):
        with self.assertRaisesRegex(Problem, "UseNoGC"):
            knobs.check_flags("a", ["-XX:+UseNoGC"])


class OutcomeTests(unittest.TestCase):

    def test_ratios_are_of_medians_to_the_first_variant(self):
        two = outcome([(100, 1000), (110, 900), (90, 1100)], [(300, 100), (290, 110), (310, 90)])
        b = two.experiment.variants[1]
        self.assertEqual((3, 0.1, 2), (two.ratio(b, "rate"), two.ratio(b, "p95"), two.published_ratio(b, "rate")))
        self.assertEqual("300 (290–310)", two.cell(b, "rate"))

    def test_turns_that_overlap_allow_no_difference_to_be_told(self):
        self.assertIn("show no difference", outcome([(100, 1), (120, 1)], [(110, 1), (130, 1)]).sentences())

    def test_turns_apart_are_told_with_what_was_published(self):
        told = outcome([(100, 1), (120, 1)], [(130, 1), (140, 1)]).sentences()
        self.assertIn("rose to 1.23 times; published: 2.00 times.", told)

    def test_a_ratio_of_one_is_no_rise(self):
        self.assertIn("did not change", outcome([(250.1, 1), (250.2, 1)], [(250.3, 1), (250.4, 1)]).sentences())

    def test_nothing_before_gives_no_ratio(self):
        self.assertIn("no ratio", outcome([(0, 1)], [(130, 1)]).sentences())

    def test_ratios_keep_three_digits(self):
        self.assertEqual(["150", "12.3", "3.14", "0.25", "0.012", ""], [times(x) for x in (150.4, 12.34, 3.14159, 0.25, 0.0123, None)])


class FakeVariant:
    """A fake for the processes of a variant."""

    alive = []

    def __init__(self, experiment, variant):
        self.spec, self.service_process = variant, mock.Mock(ready_after=1.0, cpu_when_ready=1000.0)
        self.alive.append(variant.name)

    def await_ready(self):
        pass

    def end(self):
        self.alive.remove(self.spec.name)

    def stop(self):
        pass


class RunnerTests(unittest.TestCase):

    def setUp(self):
        self.asked = []
        traces = tempfile.TemporaryDirectory()
        self.addCleanup(traces.cleanup)
        FakeVariant.alive = []
        for patch in (mock.patch.object(runner, "Variant", FakeVariant), mock.patch.object(runner, "TRACES", traces.name),
                      mock.patch.object(runner, "say"), mock.patch.object(runner.load, "send", self.send)):
            patch.start()
            self.addCleanup(patch.stop)

    def send(self, experiment, running, system, seconds):
        self.asked.append((running.spec.name, seconds, sorted(FakeVariant.alive)))
        if len(self.asked) == self.fails_at:
            raise Problem("k6 fails")
        return {"answered": 1.0, "answer_p95": 1.0, "refused": 0.0, "failed": 0.0}

    def run_it(self, text=FILE, fails_at=0):
        self.fails_at = fails_at
        self.system = mock.Mock()
        return runner.run(read(text), self.system)

    def test_variants_warm_up_and_then_take_turns(self):
        turns = self.run_it()
        self.assertEqual([("a", 10), ("b", 10)] + 3 * [("a", 5), ("b", 5)], [one[:2] for one in self.asked])
        self.assertEqual([3, 3], [len(of) for of in turns.values()])

    def test_those_of_a_start_are_started_anew_for_each_turn_and_alone(self):
        self.run_it('start = "each turn"\n' + FILE.replace("duration = 5", "duration = 5, warm_up = 0"))
        self.assertEqual(3 * [("a", 5, ["a"]), ("b", 5, ["b"])], self.asked)

    def test_every_turn_begins_with_the_same_data(self):
        self.run_it('reset = { sql = ["delete"], redis = true }\n' + FILE)
        self.assertEqual((8, 8), (self.system.sql.call_count, self.system.flush_redis.call_count))

    def test_a_failure_ends_all_variants(self):
        with self.assertRaises(Problem):
            self.run_it(fails_at=4)
        self.assertEqual([], FakeVariant.alive)

    def test_what_is_needed_and_missing_is_named_with_the_command_that_makes_it(self):
        with self.assertRaisesRegex(Problem, "needs nowhere/file: run make it first"):
            self.run_it('needs = { "nowhere/file" = "make it" }\n' + FILE)


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
        bench.settle([process.load], [process], within=60)
        self.assertEqual(process.shares, [0.5])

    def test_the_next_load_follows_when_one_is_quiet(self):
        process = CompilingProcess(0.4, 0.02, 0.3, 0.01, 0.5)
        loads = []
        few, many = (lambda name=name: (loads.append(name), process.load()) for name in ("few", "many"))
        bench.settle([few, many], [process], within=60)
        self.assertEqual(loads, ["few", "few", "many", "many"])

    def test_it_ends_after_its_time_and_says_so(self):
        process = CompilingProcess(0.4, 0.3)
        with mock.patch("sys.stderr") as told:
            bench.settle([process.load, process.load], [process], within=-1)
        self.assertEqual(process.shares, [0.3])
        self.assertIn("40%", "".join(call.args[0] for call in told.write.call_args_list))


class BenchTests(unittest.TestCase):

    def k6(self, text, **more):
        """Runs a shell script in place of k6."""
        with tempfile.TemporaryDirectory() as work:
            program = os.path.join(work, "k6")
            with open(program, "w") as file:
                file.write(f"#!/bin/sh\n{text}\n")
            os.chmod(program, 0o700)
            with mock.patch.object(bench, "K6", program):
                return bench.k6("identity.js", {"URL": "http://x"}, **more)

    def test_k6_gets_the_variables_and_its_summary_is_returned(self):
        metrics = self.k6("""printf '{"metrics": {"asked": "%s"}}' "$6 $7 $(basename "$8")" >"$5"; exit 99""")
        self.assertEqual("-e URL=http://x identity.js", metrics["asked"])

    def test_a_failure_of_k6_is_a_problem_with_its_reason(self):
        with self.assertRaisesRegex(Problem, "k6/identity.js failed: no such host"):
            self.k6("echo no such host >&2; exit 107")

    def test_a_missed_threshold_is_a_problem_where_the_benchmark_says_so(self):
        with self.assertRaises(Problem):
            self.k6("echo '{}' >$5; exit 99", accepted=(0,))

    def test_growth_is_divided_by_the_requests(self):
        self.assertEqual([2.0, 0.0], bench.per_request([1, 5], [21, 5], {"http_reqs": {"count": 10}}))

    def test_a_benchmark_without_a_system_is_refused_with_the_command(self):
        with tempfile.TemporaryDirectory() as empty, mock.patch.object(bench, "RUN", empty), mock.patch("sys.stderr") as said:
            with self.assertRaises(SystemExit) as ended:
                bench.main(bench.must_run, "RATE_LIMIT_ENABLED=false")
        self.assertEqual(2, ended.exception.code)
        self.assertIn("start RATE_LIMIT_ENABLED=false make run first", "".join(call.args[0] for call in said.write.call_args_list))


class PageTests(unittest.TestCase):

    def test_committed_pages_match_the_recorded_results(self):
        page.check()

    def test_a_smaller_load_is_told_by_its_factor(self):
        self.assertIn("Rate × 0.25 of the published, duration × 0.017", page.scale(read(), {"rate": 100, "duration": 5}))

    def test_a_chart_has_a_bar_for_each_variant_and_figure_and_the_published_ratio(self):
        drawn = chart.svg(outcome([(100, 1000)], [(300, 100)]))
        self.assertEqual((4, 2), (drawn.count(chart.FILL), drawn.count(f'stroke="{chart.PUBLISHED}"')))


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
        steps = [{"users": users, "seconds": 20, "load": seen, "reads": seen, "others": seen, "refusals_cpu": 0.0, "cpu": {"k6": 0.2}} for users in (2, 1000)]
        rows = {**{name: steps for name in (*overload.CURVES, "storm", "fairness", "recovery", "start")},
                "founding": {"per_second": [80.0, 91.0, 92.0], "other": 0, "requests": 15000}}
        recorded = {"recorded": "2026-11-24T18:00Z", "commit": "abc", "seconds": 20,
                    "machine": {"cores": 2, "processor": "x", "jdk": "25"}, "rows": rows}
        text = overload.section(recorded)
        self.assertIn("| 1,000 | 90 | 20 | 0.0% | 0.0% | 20% | 90 |", text)
        self.assertIn("80, 91, 92 in minutes 1 to 3", text)
        del rows["fairness"]
        self.assertNotIn("from other addresses", overload.section(recorded))

    def test_a_chart_has_a_line_for_each_curve_and_a_point_for_each_step(self):
        drawn = chart.curves("T", [("Of users", {"a": [(2, 40), (1000, 90)], "b": [(2, 10), (1000, 20)]})])
        self.assertEqual((4, 2), (drawn.count("<circle"), drawn.count('fill="none"')))


if __name__ == "__main__":
    unittest.main()
