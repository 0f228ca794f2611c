"""The measured processes: services of a running system, copies of them with other settings, and PostgreSQL."""
import ctypes
import glob
import os
import re
import signal
import socket
import subprocess
import time
import urllib.request

from lab.problem import Problem

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
READY_WITHIN = 180  # seconds; a copy starts without a class cache, several at once
STOP_WITHIN = 25  # seconds; a service waits up to 20 s for its requests under way
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)
libc = ctypes.CDLL(None, use_errno=True)


def bound_to_this():
    """Ends a child process if this process is killed and cannot end the child itself."""
    libc.prctl(DIE_WITH_PARENT, signal.SIGTERM)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def stat(pid):
    """Returns the fields of /proc/PID/stat, beginning with the state."""
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rsplit(") ", 1)[1].split()


def machine_ms():
    """Returns the processor time that all processes of the machine have used."""
    with open("/proc/stat") as file:
        ticks = list(map(int, file.readline().split()[1:]))
    return (sum(ticks[:8]) - ticks[3] - ticks[4]) * TICK_MS  # user time includes guest time; idle and iowait are subtracted


def java_version():
    """Returns the version of the JDK that builds and starts the services."""
    found = subprocess.run([os.path.join(ROOT, "tools/jdk")], capture_output=True, text=True)
    if found.returncode:
        raise Problem(found.stderr.strip())
    with open(os.path.join(found.stdout.strip(), "release")) as file:
        return re.search(r'JAVA_VERSION="([^"]+)"', file.read()).group(1)


def manifest(jar, name):
    text = subprocess.run(["unzip", "-p", jar, "META-INF/MANIFEST.MF"], capture_output=True, text=True).stdout
    found = re.search(rf"^{name}: (\S+)", text, re.M)
    return found and found.group(1)


def bench_jar():
    jars = sorted(glob.glob(os.path.join(ROOT, "performance/bench/target/bench-*.jar")))
    if not jars:
        raise Problem("The module bench is not built: run make build.")
    return jars[-1]


class Process:
    """A running process, by its id."""

    def __init__(self, pid, url):
        self.pid, self.url, self.compilers = pid, url, {}

    @classmethod
    def of(cls, run, service, url=None):
        """A service of a running system."""
        with open(os.path.join(run, "pid", service)) as file:
            return cls(int(file.read().split()[0]), url)

    def cpu_ms(self):
        fields = stat(self.pid)
        return (int(fields[11]) + int(fields[12])) * TICK_MS

    def compilers_ms(self):
        """Returns the processor time of the JVM's compiler threads, ended threads included."""
        for task in os.listdir(f"/proc/{self.pid}/task"):
            try:
                with open(f"/proc/{self.pid}/task/{task}/comm") as file:
                    if "CompilerThre" in file.read():
                        fields = stat(f"{self.pid}/task/{task}")
                        self.compilers[task] = (int(fields[11]) + int(fields[12])) * TICK_MS
            except OSError:
                continue
        return sum(self.compilers.values())

    def memory_mb(self, field="VmHWM"):
        """Returns the peak resident memory, or the current resident memory with VmRSS."""
        with open(f"/proc/{self.pid}/status") as file:
            return int(re.search(rf"{field}:\s+(\d+)", file.read()).group(1)) / 1024

    def switches(self):
        total = 0
        for task in os.listdir(f"/proc/{self.pid}/task"):
            try:
                with open(f"/proc/{self.pid}/task/{task}/status") as file:
                    total += sum(map(int, re.findall(r"ctxt_switches:\s+(\d+)", file.read())))
            except OSError:
                continue
        return total

    def pin(self, cores):
        subprocess.run(["taskset", "-a", "-c", "-p", cores, str(self.pid)], check=True, stdout=subprocess.DEVNULL)


class Copy(Process):
    """A process beside the system, on separate ports; it ends with its parent."""

    def __init__(self, name, command, environment, directory, log, management_port, url):
        self.name, self.log = name, log
        self.ready_url = f"http://127.0.0.1:{management_port}/actuator/health/readiness"
        self.actuator = f"http://127.0.0.1:{management_port}/actuator"
        self.begun = time.monotonic()
        with open(log, "wb") as output:
            self.child = subprocess.Popen(command, env=environment, cwd=directory, stdout=output, stderr=output,
                                          preexec_fn=bound_to_this)
        super().__init__(self.child.pid, url)
        self.ready_after = self.cpu_when_ready = None

    def await_ready(self):
        while time.monotonic() - self.begun < READY_WITHIN:
            if self.child.poll() is not None:
                raise Problem(f"{self.name} ended before it was ready: see {self.log}")
            try:
                with urllib.request.urlopen(self.ready_url, timeout=2):
                    self.ready_after = time.monotonic() - self.begun
                    self.cpu_when_ready = self.cpu_ms()
                    return
            except OSError:
                time.sleep(0.1)
        raise Problem(f"{self.name} was not ready within {READY_WITHIN} s: see {self.log}")

    def require_alive(self):
        if self.child.poll() is not None:
            raise Problem(f"{self.name} ended during a turn: see {self.log}")

    def end(self):
        """Sends the signal to end; stop() waits for the end."""
        if self.child.poll() is None:
            self.child.terminate()

    def stop(self):
        self.end()
        try:
            self.child.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()


class Original:
    """A service of the running system, from which copies start with other settings."""

    def __init__(self, run, service):
        pid = Process.of(run, service).pid
        with open(f"/proc/{pid}/environ") as file:
            self.environment = dict(entry.split("=", 1) for entry in file.read().split("\0") if "=" in entry)
        with open(f"/proc/{pid}/cmdline") as file:
            command = [part for part in file.read().split("\0") if part]
        command = command[next(i for i, part in enumerate(command) if part.endswith("/java")):]
        self.java, self.jar = command[0], command[command.index("-jar") + 1]
        self.flags = command[1:command.index("-jar")]
        self.directory = os.readlink(f"/proc/{pid}/cwd")

    def flags_without_cache(self):
        """Removes the class cache, which is valid only for its own class path."""
        return [flag for flag in self.flags if not flag.startswith(("-XX:AOT", "-Xlog:aot"))]

    def java_command(self, main, flags, class_cache, bench):
        """Returns the command with the module bench on the class path, or with the class cache and without the module."""
        if class_cache:
            return [self.java, *self.flags, "-jar", self.jar]
        flags = self.flags_without_cache() if flags is None else flags
        if not bench:
            return [self.java, *flags, "-jar", self.jar]
        main = main or manifest(self.jar, "Start-Class") or manifest(self.jar, "Main-Class")
        return [self.java, *flags, "-cp", f"{self.jar}:{bench_jar()}", main]


class Postgres:
    """A PostgreSQL server, with all its processes."""

    def __init__(self, run):
        with open(os.path.join(run, "postgres/data/postmaster.pid")) as file:
            self.pid = int(file.readline())

    def cpu_ms(self):
        """Returns the processor time of all its processes, ended processes included."""
        ticks = 0
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                fields = stat(pid)
            except OSError:
                continue
            if int(pid) == self.pid:
                ticks += sum(map(int, fields[11:15]))
            elif int(fields[1]) == self.pid:
                ticks += int(fields[11]) + int(fields[12])
        return ticks * TICK_MS
