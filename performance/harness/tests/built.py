"""Tests that read the jars of the services. The name of the file hides them from make lint ONLY=tools, which runs before the build;
make lint ONLY=experiments runs them after it."""
import unittest

from harness import Problem, experiment


class SettingTests(unittest.TestCase):

    def test_an_unknown_property_is_refused_with_a_hint(self):
        with self.assertRaisesRegex(Problem, "did you mean server.tomcat.threads.max"):
            experiment.check_property("member-service", "a", "server.tomcat.thread.max")

    def test_an_unknown_flag_is_refused(self):
        with self.assertRaisesRegex(Problem, "UseNoGC"):
            experiment.check_flags("a", ["-XX:+UseNoGC"])
