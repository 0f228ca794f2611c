"""Checks of the charts and the examples of k8s/gitops that need no program."""
import pathlib
import re
import tempfile
import unittest

from harness.tests import command

copies = command("chart-copies")
ROOT = copies.ROOT


class Copies(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for copy, (source, _) in copies.COPIES.items():
            for path in (f"{source}/a.yaml", f"charts/haru/{copy}/a.yaml", f"{source}/tests/a_test.yaml"):
                self.write(path, "a: 1\n")
        self.write("charts/haru/observability/dashboards/tests/a_test.yaml", "a: 1\n")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def test_equalFoldersAreNotStale(self):
        self.assertEqual([], copies.stale(self.root))

    def test_changedSourceIsReported(self):
        self.write("charts/service/a.yaml", "a: 2\n")
        self.assertEqual(
            ["charts/haru/charts/service is no copy of charts/service. Run make charts."], copies.stale(self.root))

    def test_removedSourceIsReported(self):
        self.write("charts/haru/observability/rules/b.yaml", "b: 1\n")
        self.assertEqual(
            ["charts/haru/observability/rules is no copy of k8s/observability/rules. Run make charts."], copies.stale(self.root))

    def test_symbolicLinkIsReported(self):
        (self.root / "charts/other").symlink_to("service")
        self.assertEqual(
            ["charts/other is a symbolic link, which Flux and Windows do not follow."], copies.stale(self.root))


class Templates(unittest.TestCase):

    def test_noTemplateReadsTheClusterOrTheClock(self):
        """Argo CD renders without a cluster, and a value that differs each time would restart the pods at each sync."""
        unstable = re.compile(r"\{\{[^}]*\b(lookup|now|rand\w+|uuidv4|genCA|genSignedCert|genSelfSignedCert|genPrivateKey|htpasswd|bcrypt|getHostByName)\b")
        templates = [path for path in (ROOT / "charts").rglob("templates/**/*") if path.is_file()]
        self.assertGreater(len(templates), 20)
        for path in templates:
            with self.subTest(path.relative_to(ROOT)):
                self.assertIsNone(unstable.search(path.read_text()))


class Examples(unittest.TestCase):

    def keys(self, file, pattern):
        """Returns the keys of each Secret in an example."""
        documents = (ROOT / "k8s/gitops" / file).read_text().split("\n---\n")
        return {re.search(r"^  name: (\S+)$", text, re.M)[1]: re.findall(pattern, text, re.M) for text in documents}

    def test_examplesHaveTheSecretsOfTheChart(self):
        secrets = {
            "haru-database": ["auth", "member", "schedule"],
            "haru-credentials": ["auth-service", "member-service", "schedule-service", "login-guard"],
            "haru-redis": ["password"],
        }
        self.assertEqual(secrets, self.keys("external-secrets.yaml", r"^    - secretKey: (\S+)$"))
        self.assertEqual(secrets, self.keys("sealed-secrets.yaml", r"^    ([\w-]+): REPLACE$"))

    def test_examplesInstallTheChart(self):
        for file, key in (("argocd.yaml", "path"), ("flux.yaml", "chart")):
            self.assertRegex((ROOT / "k8s/gitops" / file).read_text(), rf"(?m)^ +{key}: charts/haru$")


if __name__ == "__main__":
    unittest.main()
