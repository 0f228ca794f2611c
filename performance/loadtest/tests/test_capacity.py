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

    def setUp(self):
        self.inputs = capacity.read_inputs()

    def test_pageHasTheTablesOfTheInputs(self):
        page = text("docs/operations/capacity.md")

        self.assertEqual(capacity.with_tables(page, self.inputs), page, "run make capacity WRITE=1")

    def test_sharesOfCallsAddUpToOne(self):
        self.assertAlmostEqual(1, sum(self.inputs["behaviour"]["callShares"].values()))

    def test_aDearerRequestNeedsMorePods(self):
        pods = capacity.plan(self.inputs, 100_000_000)["pods"]["gateway"]
        for entry in self.inputs["cpuMicroseconds"]:
            if entry["part"] == "gateway":
                entry["cost"] *= 2

        self.assertAlmostEqual(2 * pods, capacity.plan(self.inputs, 100_000_000)["pods"]["gateway"], delta=1)

    def test_shippedPostgresqlHasConnectionsForTheMostPods(self):
        chart = text("charts/service/values.yaml")
        most = int(re.search(r"^  max: (\d+)", chart, re.M)[1])
        shipped = int(re.search(r'max_connections: "(\d+)"', text("k8s/postgresql/cloudnativepg.yaml"))[1])

        self.assertEqual(self.inputs["planning"]["poolSize"], int(re.search(r"^pool: (\d+)", chart, re.M)[1]))
        self.assertGreaterEqual(shipped, capacity.max_connections(self.inputs, dict.fromkeys(capacity.SERVICES, most)))

    def test_aPodHasTheMemoryAndTheLoadOfTheChart(self):
        service, gateway = text("charts/service/values.yaml"), text("charts/haru/values.yaml").split("\ngateway:\n")[1]
        planning = self.inputs["planning"]
        memory = {planning["podMemoryMiB"][name] for name in capacity.SERVICES if name != "gateway"}
        requested = int(re.search(r"^    cpu: (\d+)m$", service, re.M)[1]) / 1000
        target = int(re.search(r"^  cpu: (\d+)$", service, re.M)[1]) / 100

        self.assertEqual({int(re.search(r"^    memory: (\d+)Mi", service, re.M)[1])}, memory)
        self.assertEqual(int(re.search(r"^      memory: (\d+)Mi", gateway, re.M)[1]), planning["podMemoryMiB"]["gateway"])
        self.assertAlmostEqual(requested * target, planning["podLoad"])


if __name__ == "__main__":
    unittest.main()
