import contextlib
import io
import os
import tempfile
import types
import unittest
from unittest import mock

from harness.tests import command

with_system = command("with-system")


class WithSystemTest(unittest.TestCase):

    def run_commands(self, *commands):
        """Returns the exit code and the output, beside a system that is not started."""
        haru = types.SimpleNamespace(url="http://127.0.0.1:1", place={"HARU_GATEWAY_PORT": "1", "HARU_RUN_DIR": "/run"})
        output = io.StringIO()
        with mock.patch.object(with_system, "delete_data") as deleted, mock.patch.object(with_system, "System") as system, \
                contextlib.redirect_stdout(output):
            system.return_value.__enter__.return_value = haru
            code = with_system.run(commands)
        self.assertEqual(deleted.call_args, mock.call(system.call_args.args[1]))
        return code, output.getvalue()

    def test_commandsRunInOrderWithTheVariablesOfTheSystem(self):
        with tempfile.TemporaryDirectory() as directory:
            written = os.path.join(directory, "written")
            code, output = self.run_commands(f'/usr/bin/env echo "$BASE_URL" >{written}', f'echo "$HARU_GATEWAY_PORT $HARU_RUN_DIR" >>{written}')
            with open(written) as file:
                self.assertEqual(file.read(), "http://127.0.0.1:1\n1 /run\n")
        self.assertEqual(code, 0)
        self.assertRegex(output, r"^-- start: \d+ s\n== env\n-- env: \d+ s\n== echo\n-- echo: \d+ s\n$")

    def test_firstFailureEndsTheRun(self):
        code, output = self.run_commands("true", "exit 7", "echo")
        self.assertEqual(code, 7)
        self.assertNotIn("== echo", output)

    def test_commandMayTolerateAnExitCode(self):
        self.assertEqual(self.run_commands("(exit 3) || [ $? = 3 ]")[0], 0)
        self.assertEqual(self.run_commands("(exit 2) || [ $? = 3 ]")[0], 1)


if __name__ == "__main__":
    unittest.main()
