import importlib.machinery
import importlib.util
import os
import sys
import unittest

ROOT = os.path.join(os.path.dirname(__file__), "../../..")
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("capacity", os.path.join(ROOT, "tools/capacity"))
capacity = importlib.util.module_from_spec(importlib.util.spec_from_loader("capacity", loader))
loader.exec_module(capacity)


def text(path):
    with open(os.path.join(ROOT, path)) as file:
        return file.read()


class Plans(unittest.TestCase):

    def test_theDocumentHasTheTableOfTheFiguresOfNow(self):
        figures = capacity.Figures()
        plans = [capacity.plan(figures, members) for members in (10_000, 1_000_000, 100_000_000)]

        self.assertIn(capacity.table(plans), text("docs/scale.md"))


if __name__ == "__main__":
    unittest.main()
