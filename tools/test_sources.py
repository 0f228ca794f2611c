"""Checks the Java sources of all modules, the length of each class and of each test's name, and all files for the marks of merge conflicts."""
import glob
import os
import re
import subprocess
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MOST_LINES = 250
LINES_WITHOUT_REASON = 120
REASON = "Longer than 120 lines because"
LONGEST_TEST_NAME = 60


def sources(kind):
    """Yields the path and the text of each class in src/main or src/test."""
    modules = glob.glob(f"{ROOT}/*/src/{kind}/java") + glob.glob(f"{ROOT}/performance/bench/src/{kind}/java")
    for path in sorted(path for module in modules for path in glob.glob(f"{module}/**/*.java", recursive=True)):
        with open(path) as file:
            yield os.path.relpath(path, ROOT), file.read()


def prose(text):
    """Joins the lines of Javadoc, so that a sentence is found across a line break."""
    return re.sub(r"\s+(\* )?", " ", text)


class Sources(unittest.TestCase):

    def test_allModulesAreRead(self):
        modules = {path.split("/src/")[0] for path, _ in sources("main")}
        self.assertLessEqual(
            {"platform", "gateway", "latency", "tracing", "local", "auth-service", "performance/bench"}, modules)

    def test_noClassIsLongerThan250Lines(self):
        for path, text in sources("main"):
            with self.subTest(path):
                self.assertLessEqual(text.count("\n"), MOST_LINES, f"split {path} by responsibility")

    def test_everyClassOver120LinesGivesTheReason(self):
        for path, text in sources("main"):
            lines = text.count("\n")
            with self.subTest(path):
                self.assertEqual(
                    lines > LINES_WITHOUT_REASON, REASON in prose(text),
                    f"{path} has {lines} lines: add the sentence '{REASON} …' to its Javadoc, or remove it")

    def test_everyTestNameHasAtMost60Characters(self):
        for path, text in sources("test"):
            for name in re.findall(r"@(?:Parameterized|Repeated)?Test\b.*?\bvoid (\w+)\(", text, re.S):
                with self.subTest(path, name=name):
                    self.assertLessEqual(len(name), LONGEST_TEST_NAME)

    def test_noFileHasMarksOfAMergeConflict(self):
        found = subprocess.run(["git", "grep", "-nE", "^(<{7}|>{7}) "], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual((found.returncode, found.stdout), (1, ""))


if __name__ == "__main__":
    unittest.main()
