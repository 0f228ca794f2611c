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

    def test_aPodHasTheMemoryAndTheLoadOfTheChart(self):
        service, gateway = text("charts/service/values.yaml"), text("charts/haru/values.yaml").split("\ngateway:\n")[1]
        memory = {name: capacity.MEMORY[name] for name in capacity.SERVICES if name != "gateway"}
        requested = int(re.search(r"^    cpu: (\d+)m$", service, re.M)[1]) / 1000
        aim = int(re.search(r"^  cpu: (\d+)$", service, re.M)[1]) / 100

        self.assertEqual({int(re.search(r"^    memory: (\d+)Mi", service, re.M)[1])}, set(memory.values()))
        self.assertEqual(int(re.search(r"^      memory: (\d+)Mi", gateway, re.M)[1]), capacity.MEMORY["gateway"])
        self.assertAlmostEqual(requested * aim, capacity.LOAD)


if __name__ == "__main__":
    unittest.main()
