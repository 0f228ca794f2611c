import os
import shutil
import subprocess
import tempfile
import unittest

TOOLS = os.path.dirname(os.path.abspath(__file__))
OUTPUT = """[INFO] Building Haru platform 0.1.0-SNAPSHOT [2/11]
[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1.2 s -- in dev.haru.FirstTests
[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 0
[WARNING] Tests run: 7, Failures: 0, Errors: 0, Skipped: {skipped}
"""


class TestTest(unittest.TestCase):
    """Runs tools/test with a stub of Maven."""

    def run_tests(self, skipped=0, status=0, **environment):
        with tempfile.TemporaryDirectory() as directory:
            os.mkdir(os.path.join(directory, "tools"))
            shutil.copy(os.path.join(TOOLS, "test"), os.path.join(directory, "tools"))
            self.script(directory, "mvn", f"[ $1 = --check ] || {{ cat <<'END'\n{OUTPUT.format(skipped=skipped)}END\nexit {status}; }}")
            self.script(directory, "coverage", "echo covered")
            done = subprocess.run([os.path.join(directory, "tools", "test")], capture_output=True, text=True,
                                  env={**os.environ, "CI": "", **environment})
            return done.returncode, done.stdout, done.stderr, os.path.exists(os.path.join(directory, "target", "built"))

    def script(self, directory, name, commands):
        path = os.path.join(directory, "tools", name)
        with open(path, "w") as file:
            file.write(f"#!/bin/sh\n{commands}\n")
        os.chmod(path, 0o700)

    def test_sumOfAllModulesIsPrinted(self):
        code, output, _, built = self.run_tests(CI="true")
        self.assertEqual((code, built), (0, True))
        self.assertIn("\nAll modules: Tests run: 12, Failures: 0, Errors: 0, Skipped: 0\n", output)

    def test_failedTestFails(self):
        code, _, errors, built = self.run_tests(status=1)
        self.assertEqual((code, built), (1, False))
        self.assertIn("The tests failed", errors)

    def test_skippedTestFailsOnlyInCi(self):
        self.assertEqual(self.run_tests(skipped=4)[0], 0)
        code, output, errors, built = self.run_tests(skipped=4, CI="true")
        self.assertEqual((code, built), (1, False))
        self.assertIn("Skipped: 4\n", output)
        self.assertIn("Tests were skipped", errors)


if __name__ == "__main__":
    unittest.main()
