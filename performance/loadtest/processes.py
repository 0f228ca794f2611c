"""Processor time of what has no metrics of its own: PostgreSQL, Redis, k6, and the machine as a whole (Linux)."""
import glob
import os
import urllib.parse

from lab.process import TICK_MS, machine_ms, stat


def seconds_of(pid):
    """Of a process and its children, those that have ended included; 0 when it has."""
    ticks = 0
    try:
        ticks += sum(map(int, stat(pid)[11:15]))
    except OSError:
        return 0.0
    for other in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = stat(other)
        except OSError:
            continue
        if int(fields[1]) == pid:
            ticks += int(fields[11]) + int(fields[12])
    return ticks * TICK_MS / 1000


def stores(run_directory):
    """PostgreSQL and Redis of make run, by name, as far as they run here."""
    files = {"PostgreSQL": os.path.join(run_directory, "postgres/data/postmaster.pid"),
             "Redis": next(iter(glob.glob(os.path.join(run_directory, "redis/*.pid"))), "")}
    return {name: pid for name, file in files.items() if (pid := read(file)) and os.path.exists(f"/proc/{pid}")}


def read(file):
    try:
        with open(file) as text:
            return int(text.readline().split()[0])
    except (OSError, ValueError, IndexError):
        return None


def run_directory_of(url, run_directory):
    """The directory, if the gateway that make run has started from it is the one at the address; else None."""
    pid = read(os.path.join(run_directory, "pid/gateway"))
    if pid is None:
        return None
    try:
        with open(f"/proc/{pid}/environ") as file:
            environment = dict(entry.split("=", 1) for entry in file.read().split("\0") if "=" in entry)
    except OSError:
        return None
    parts = urllib.parse.urlsplit(url)
    return run_directory if environment.get("SERVER_PORT") == str(parts.port or 80) else None


def is_traced(run_directory):
    with open(f"/proc/{read(os.path.join(run_directory, 'pid/gateway'))}/cmdline") as file:
        return "-javaagent:" in file.read()


class Local:
    """What can be seen of this machine; nothing of the system's when that runs elsewhere."""

    def __init__(self, run_directory=None):
        self.pids = stores(run_directory) if run_directory else {}

    def watch(self, name, pid):
        self.pids[name] = pid

    def look(self):
        found = {name: {"cpu_s": seconds_of(pid)} for name, pid in self.pids.items()}
        return {**found, "machine": {"cpu_s": machine_ms() / 1000}}
