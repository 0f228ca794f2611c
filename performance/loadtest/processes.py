"""Processor time of processes without metrics: PostgreSQL, Redis, k6, and the machine as a whole (Linux)."""
import glob
import os
import urllib.parse

from lab.process import TICK_MS, machine_ms, stat


def seconds_of(pid):
    """Returns the processor time of a process and its children, ended children included; 0 if the process has ended."""
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
    """Returns the process ids of PostgreSQL and Redis of make run, by name, if they run on this machine."""
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
    """Returns the directory if make run started the gateway at the URL from it; else None."""
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
    """The figures of this machine. They include the system's processes only if the system runs on it."""

    def __init__(self, run_directory=None):
        self.pids = stores(run_directory) if run_directory else {}

    def watch(self, name, pid):
        self.pids[name] = pid

    def look(self):
        found = {name: {"cpu_s": seconds_of(pid)} for name, pid in self.pids.items()}
        return {**found, "machine": {"cpu_s": machine_ms() / 1000}}
