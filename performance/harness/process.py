"""The measured processes: services of a system, copies of them with other settings, PostgreSQL and Redis (Linux)."""
import ctypes
import glob
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request

from harness import ROOT, Problem
from harness.retry import NO_RESPONSE

TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
READY_WITHIN = 900  # seconds; a copy starts without a class cache, several at once, perhaps on one core
STOP_WITHIN = 25  # seconds; a service waits up to 20 s for its requests under way
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of prctl(2)
# Below the ephemeral ports, which outgoing connections use. The launcher and the tests in Java take theirs from 20000 to 25999.
PORTS = range(26_000, 32_000)
drawn_ports = set()
libc = ctypes.CDLL(None, use_errno=True)


def bound_to_this(ending=signal.SIGTERM):
    """Ends a child process if this process is killed and cannot end the child itself."""
    if sys.platform == "linux":
        libc.prctl(DIE_WITH_PARENT, ending)


def free_port():
    """Returns a free port, each only once: the process that gets the port may listen there a minute later."""
    for port in random.sample(PORTS, len(PORTS)):
        if port not in drawn_ports and is_free(port):
            drawn_ports.add(port)
            return port
    raise Problem(f"No port between {PORTS[0]} and {PORTS[-1]} is free.")


def is_free(port):
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False


def stat(pid):
    """Returns the fields of /proc/PID/stat, beginning with the state."""
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rsplit(") ", 1)[1].split()


def machine_ms():
    """Returns the processor time that all processes of the machine have used."""
    with open("/proc/stat") as file:
        ticks = list(map(int, file.readline().split()[1:]))
    return (sum(ticks[:8]) - ticks[3] - ticks[4]) * TICK_MS  # user time includes guest time; idle and iowait are subtracted


def java_home():
    """Returns the directory of the JDK that builds and starts the services."""
    found = subprocess.run([os.path.join(ROOT, "tools/jdk")], capture_output=True, text=True)
    if found.returncode:
        raise Problem(found.stderr.strip())
    return found.stdout.strip()


def java_version():
    with open(os.path.join(java_home(), "release")) as file:
        return re.search(r'JAVA_VERSION="([^"]+)"', file.read()).group(1)


def manifest(jar, name):
    """Returns an attribute of the jar's manifest; None if the manifest has no such attribute."""
    text = subprocess.run(["unzip", "-p", jar, "META-INF/MANIFEST.MF"], capture_output=True, text=True).stdout
    found = re.search(rf"^{name}: (\S+)", text, re.M)
    return found and found.group(1)


def jar_of(module):
    """Returns the newest jar of a module."""
    name = os.path.basename(module)
    jars = [jar for jar in glob.glob(os.path.join(ROOT, module, "target", f"{name}-*.jar")) if "sources" not in jar]
    if not jars:
        raise Problem(f"{module} is not built: run make build.")
    return max(jars, key=os.path.getmtime)


def bench_jar():
    return jar_of("performance/bench")


def environment_of(pid):
    with open(f"/proc/{pid}/environ") as file:
        return dict(entry.split("=", 1) for entry in file.read().split("\0") if "=" in entry)


class Process:
    """A running process, by its id. A service has a URL and the URL of its management port."""

    def __init__(self, pid, name="", url=None, management=None):
        self.pid, self.name, self.url, self.management, self.compilers = pid, name, url, management, {}

    @classmethod
    def of(cls, run, service, url=None, management=None):
        """A service of the system that runs from a directory."""
        with open(os.path.join(run, "pid", service)) as file:
            return cls(int(file.read().split()[0]), service, url, management)

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
        """Returns the number of context switches of all threads."""
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

    def require_alive(self):
        """Raises a Problem if the process has ended."""
        if not os.path.exists(f"/proc/{self.pid}"):
            raise Problem(f"{self.name} ended during a turn.")


class Tree(Process):
    """A process with its children, such as PostgreSQL."""

    def cpu_ms(self):
        """Returns the processor time of all processes, ended children included; 0 if the process has ended."""
        try:
            ticks = sum(map(int, stat(self.pid)[11:15]))
        except OSError:
            return 0.0
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                fields = stat(pid)
            except OSError:
                continue
            if int(fields[1]) == self.pid:
                ticks += int(fields[11]) + int(fields[12])
        return ticks * TICK_MS


def stores(run):
    """Returns PostgreSQL and Redis of the system that runs from a directory, by name, if they run on this machine."""
    files = {"PostgreSQL": os.path.join(run, "postgres/data/postmaster.pid"),
             "Redis": next(iter(glob.glob(os.path.join(run, "redis/*.pid"))), "")}
    pids = {name: read_pid(file) for name, file in files.items()}
    return {name: Tree(pid, name) for name, pid in pids.items() if pid and os.path.exists(f"/proc/{pid}")}


def read_pid(file):
    """Returns the process id in a file; None if there is none."""
    try:
        with open(file) as text:
            return int(text.readline().split()[0])
    except (OSError, ValueError, IndexError):
        return None


class Copy(Process):
    """A process beside the system, on separate ports; it ends with its parent."""

    def __init__(self, name, command, environment, directory, log, port, management_port):
        self.log, self.port = log, port
        self.begun = time.monotonic()
        with open(log, "wb") as output:
            self.child = subprocess.Popen(command, env=environment, cwd=directory, stdout=output, stderr=output,
                                          preexec_fn=bound_to_this)
        super().__init__(self.child.pid, name, f"http://127.0.0.1:{port}", f"http://127.0.0.1:{management_port}")
        self.ready_after = self.cpu_when_ready = None

    def is_ready(self):
        try:
            with urllib.request.urlopen(f"{self.management}/actuator/health/readiness", timeout=2):
                return True
        except NO_RESPONSE:
            return False

    def listens(self):
        """Returns whether the service accepts connections; without warm-up it is then ready."""
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def await_ready(self, condition=None, pause=0.1):
        """Waits until the condition, by default readiness, is true; records time and processor time until then."""
        while time.monotonic() - self.begun < READY_WITHIN:
            if self.child.poll() is not None:
                raise Problem(f"{self.name} ended before it was ready: see {self.log}")
            if (condition or self.is_ready)():
                self.ready_after = time.monotonic() - self.begun
                self.cpu_when_ready = self.cpu_ms()
                return
            time.sleep(pause)
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
    """A service of a system, from which copies start with other settings."""

    def __init__(self, run, service):
        pid = Process.of(run, service).pid
        self.environment = environment_of(pid)
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
