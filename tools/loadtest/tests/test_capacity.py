import os
import re
import unittest

from loadtest.k6 import ROOT
from loadtest.tests import command

capacity = command("capacity")


def text(path):
    with open(os.path.join(ROOT, path)) as file:
        return file.read()


class Plans(unittest.TestCase):

    def test_theDocumentHasTheTableOfTheFiguresOfNow(self):
        figures = capacity.Figures()
        plans = [capacity.plan(figures, members) for members in (10_000, 1_000_000, 100_000_000)]

        self.assertIn(capacity.table(plans), text("docs/scale.md"))

    def test_theShippedPostgresHasConnectionsForTheMostPodsOfTheChart(self):
        chart = text("charts/service/values.yaml")
        most = int(re.search(r"^  max: (\d+)", chart, re.M)[1])
        shipped = int(re.search(r'max_connections: "(\d+)"', text("k8s/postgresql/cloudnativepg.yaml"))[1])

        self.assertEqual(capacity.POOL, int(re.search(r"^pool: (\d+)", chart, re.M)[1]))
        self.assertGreaterEqual(shipped, capacity.max_connections(dict.fromkeys(capacity.SERVICES, most)))


if __name__ == "__main__":
    unittest.main()
