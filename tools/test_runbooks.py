"""Checks that docs/operations/runbooks.md has each alert of Prometheus with the severity and threshold of its rule."""
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RUNBOOKS = "docs/operations/runbooks.md"
UNITS = {"m": "min", "h": "h", "d": "d"}


def read(path):
    with open(os.path.join(ROOT, path)) as file:
        return file.read()


def duration(text):
    """Formats a duration like the page: 5m as 5 min."""
    return f"{text[:-1]} {UNITS[text[-1]]}"


def rules():
    for text in read("k8s/observability/rules/alerts.yaml").split("- alert: ")[1:]:
        expression = re.search(r"^ +expr: (.+?)\n +(?:for|labels):", text, re.S | re.M)[1].removeprefix("|")
        period = re.search(r"^ +for: (\w+)$", text, re.M)
        yield {
            "name": text.split("\n")[0],
            "expression": " ".join(expression.split()),
            "for": period and duration(period[1]),
            "severity": re.search(r"severity: (\w+)", text)[1],
            "service": next(iter(re.findall(r"^ +service: (\S+)$", text, re.M)), None),
            "runbook": re.search(r"runbook_url: (\S+)", text)[1],
        }


class Runbooks(unittest.TestCase):

    def setUp(self):
        self.page = read(RUNBOOKS)
        self.sections = dict(re.findall(r"^## (Haru\w+)\n(.*?)(?=^## |\Z)", self.page, re.S | re.M))

    def test_everyAlertHasASectionAndARowInTheIndex(self):
        for rule in rules():
            with self.subTest(rule["name"]):
                anchor = rule["name"].lower()
                self.assertIn(rule["name"], self.sections)
                self.assertEqual(rule["runbook"], f"{RUNBOOKS}#{anchor}")
                row = re.search(rf"^\| \[{rule['name']}\]\(#{anchor}\) \| (.+?) \|", self.page, re.M)
                self.assertIn(rule["severity"], row[1])

    def test_everySectionIsOfAnAlert(self):
        self.assertEqual({rule["name"] for rule in rules()}, set(self.sections))

    def test_everySectionHasTheThresholdOfItsRule(self):
        for rule in rules():
            with self.subTest(rule["name"], severity=rule["severity"]):
                section = self.sections[rule["name"]].replace("\\|", "|")
                windows = re.findall(r"ratio_rate(\w+) > ([\d.]+) \* ([\d.]+)", rule["expression"])
                if windows:
                    (long, factor, budget), (short, *_) = windows
                    share = f"{float(factor) * float(budget):.2%}".replace("%", "").rstrip("0").rstrip(".") + " %"
                    self.assertIn(f"{share} in {duration(long)} and {duration(short)} ({rule['severity']})", section)
                    least = re.search(r"> (\d+)$", rule["expression"])[1]
                    self.assertIn(f"and more than {least} ", section)
                else:
                    expression = rule["expression"]
                    if rule["service"]:
                        expression = expression.replace(f'"{rule["service"]}"', '"SERVICE"')
                    period = f", for {rule['for']}" if rule["for"] else ""
                    self.assertRegex(section, rf"\| Fires when \| `{re.escape(expression)}`{period}( \||\. )")


if __name__ == "__main__":
    unittest.main()
