"""Tests of tools/breached-passwords, without a network."""

import contextlib
import hashlib
import io
import struct
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from harness import Problem
from harness.tests import command

tool = command("breached-passwords")
HEADER = 2 << 16


class BreachedPasswordsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.target = Path(folder.name, "filter")

    def write(self, *passwords):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            tool.write(self.target, passwords)
        self.said = said.getvalue()
        return self.target.read_bytes()

    def test_filter_has_counts_and_the_rest_of_each_hash(self):
        content = self.write("Estrellita")

        start = hashlib.sha256(b"estrellita").digest()[:5]
        counts = struct.unpack(">65536H", content[:HEADER])
        self.assertEqual(1, counts[int.from_bytes(start[:2])])
        self.assertEqual(1, sum(counts))
        self.assertEqual(start[2:], content[HEADER:])

    def test_equal_passwords_are_one_and_short_ones_none(self):
        content = self.write("estrellita", "ESTRELLITA", "ｅｓｔｒｅｌｌｉｔａ", "short")

        self.assertEqual(HEADER + 3, len(content))
        self.assertIn("1 passwords", self.said)

    def test_hashes_are_sorted_and_the_order_of_a_list_does_not_matter(self):
        passwords = [f"password-{i}" for i in range(5000)]

        content = self.write(*passwords)

        self.assertEqual(content, self.write(*reversed(passwords)))
        self.assertEqual(HEADER + 3 * 5000, len(content))

    def test_filter_of_the_service_has_this_format(self):
        content = tool.BUNDLED.read_bytes()

        counts = struct.unpack(">65536H", content[:HEADER])
        self.assertEqual(len(content), HEADER + 3 * sum(counts))

    def test_unknown_argument_and_missing_folder_are_refused(self):
        for arguments in (["-x"], ["a", "b"], ["/no/such/folder/filter"]):
            with self.subTest(arguments), self.assertRaises(Problem):
                tool.generate(arguments)

    def test_another_archive_is_refused(self):
        def pack(*_command, cwd):
            Path(cwd, "package.tgz").write_bytes(b"another archive")

        with mock.patch.object(tool, "run", pack), self.assertRaisesRegex(Problem, "is not the archive"):
            tool.npm_list(*tool.NPM[0])

    def test_missing_program_is_named(self):
        with self.assertRaisesRegex(Problem, "no-such-program not found"):
            tool.run("no-such-program", cwd=".")


if __name__ == "__main__":
    unittest.main()
