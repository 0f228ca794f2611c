"""Functions that the tests of commands share."""
import importlib.machinery
import importlib.util
import os
import shutil
import sys
import unittest

from harness import ROOT

# CI builds k6, so a run there must not skip the test.
needs_k6 = unittest.skipUnless(shutil.which("k6") or os.path.exists(os.path.join(ROOT, ".run/bin/k6"))
                               or os.environ.get("CI") == "true", "k6 is not built")


def command(name):
    """Returns a command of tools/ as a module. Its file has no suffix, and the import writes no compiled file beside it."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), os.path.join(ROOT, "tools", name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module
