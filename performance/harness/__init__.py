"""The measuring harness: experiments, benchmarks and load tests. Each measures a system and writes its result as JSON."""
import os
import signal
import sys

if sys.version_info < (3, 11):
    print("Python 3.11 or newer is required. Install it, or set PYTHON=python3.11.", file=sys.stderr)
    sys.exit(3)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RUN = os.path.abspath(os.environ.get("HARU_RUN_DIR") or os.path.join(ROOT, ".run"))
SERVICES = ("gateway", "auth-service", "member-service", "schedule-service")


class Problem(Exception):
    """The reason why a run cannot continue. The message is one line for the user."""


def main(function, *arguments):
    """Calls a command and exits with its code. A Problem is printed and exits with 2; a signal ends the started processes."""
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, lambda number, _: sys.exit(128 + number))  # as an exception, so that all child processes are stopped
    try:
        code = function(*arguments)
        sys.stdout.flush()
        sys.exit(code)
    except Problem as problem:
        sys.exit(print(problem, file=sys.stderr) or 2)
    except BrokenPipeError:  # the reader has ended, such as head
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(print("\nInterrupted. No result was written.", file=sys.stderr) or 130)


def say(text):
    """Reports progress; the standard output has only results."""
    print(text, file=sys.stderr, flush=True)


def say_end(log, lines=40):
    """Reports the last lines of a log."""
    with open(log, encoding="utf-8", errors="replace") as file:
        say(f"The end of {log}:\n" + "".join(file.readlines()[-lines:]).rstrip())


def setting(name, standard, kind=int):
    """Returns an environment variable of the benchmarks as a number; seconds may end with an s."""
    value = os.environ.get(name) or str(standard)
    try:
        return kind(value.removesuffix("s"))
    except ValueError:
        raise Problem(f"{name}={value} is not a number.") from None
