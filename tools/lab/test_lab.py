"""Run by make check-experiments: python3 -m unittest, in tools/."""
import tempfile
import unittest

from lab import chart, knobs, page, spec
from lab.problem import Problem
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
        self.refused('"cpu"]', '"warmth"]', "no figure “warmth”")

    def test_a_value_of_another_kind_is_refused(self):
        self.refused("rate = 100, d", 'rate = "many", d', "must be int")
        self.refused("rate = 100, d", "rate = true, d", "must be int")

    def test_what_is_missing_is_named(self):
        self.refused('teaches = "A lesson."', "", "lacks “teaches”")

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

    def test_nothing_before_gives_no_ratio(self):
        self.assertIn("no ratio", outcome([(0, 1)], [(130, 1)]).sentences())

    def test_ratios_keep_three_digits(self):
        self.assertEqual(["150", "12.3", "3.14", "0.25", "0.012", ""], [times(x) for x in (150.4, 12.34, 3.14159, 0.25, 0.0123, None)])


class PageTests(unittest.TestCase):

    def test_a_smaller_load_is_told_by_its_factor(self):
        self.assertIn("Rate × 0.25 of the published, duration × 0.017", page.scale(read(), {"rate": 100, "duration": 5}))

    def test_a_chart_has_a_bar_for_each_variant_and_figure_and_the_published_ratio(self):
        drawn = chart.svg(outcome([(100, 1000)], [(300, 100)]))
        self.assertEqual((4, 2), (drawn.count(chart.FILL), drawn.count(f'stroke="{chart.PUBLISHED}"')))


if __name__ == "__main__":
    unittest.main()
