"""Starts and stops a system that experiments, benchmarks and the fuzzing measure or call, with a separate directory."""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

from harness import ROOT, SERVICES, Problem, say
from harness.process import Process, bound_to_this, free_port, stores
from harness.retry import RESPONSE_SECONDS

DIRECTORY = os.path.join(ROOT, ".run", "experiment")
MEMBERS, SCHEDULES = 200, 1000
PASSWORD = "password12345678"  # of the seed members
# Leaves PostgreSQL's connections to the variants of an experiment.
FEW_CONNECTIONS = {"SPRING_DATASOURCE_HIKARI_MINIMUM_IDLE": "1"}
# The settings of a system for the checks of responses: it starts fast, and the limits of one member or address do not refuse random requests.
FOR_CHECKS = {"SHORT_LIVED": "1", "SCHEDULES": os.environ.get("SCHEDULES") or "5", "HARU_SCHEDULE_LIMIT": "1000000", "TRUSTED_PROXIES": "",
              "HARU_TEMPLATES_RANKING_INTERVAL": "1m"}
# The settings of the system that all checks of CI share: those of make run TRACING=1, but it records no class caches, and no limit refuses random
# requests. The rate limits still count, because dashboards show them.
SHARED = {"SHORT_LIVED": "1", "TRACING": "1", "SCHEDULES": "5", "WARM_UP_ENABLED": "true", "TRUSTED_PROXIES": "", "RATE_LIMIT_ENABLED": "true",
          **{f"HARU_GATEWAY_RATELIMIT_{limit}_{setting}": value for limit in ("ADDRESS", "MEMBER", "LOCALFALLBACK_ADDRESS", "LOCALFALLBACK_MEMBER")
             for setting, value in (("BURST", "1000000"), ("PERSECOND", "100000"))},
          "HARU_SCHEDULE_LIMIT": "1000000", "HARU_TEMPLATES_RANKING_INTERVAL": "1m"}
UP_WITHIN = 45 * 60  # seconds; a bound against hanging, because the launcher itself ends when a part makes no progress
# The output of the launcher while it records class caches, and when the recording has ended.
RECORDING, RECORDED = "recording in the background", "Class caches +(not )?recorded"
STOPPED_WITHIN = 300  # seconds; a kill leaves the stores to the watchdog of the launcher


def short(service):
    """Returns the name of a service in environment variables."""
    return service.removesuffix("-service").upper()


class System:
    """
    Haru with 200 members of 1,000 schedules each, started like make run, without the limits that would refuse a load. The settings
    are environment variables; they replace the one that leaves the database's connections to the variants of an experiment.
    """

    def __init__(self, settings=None, run=DIRECTORY):
        self.run = run
        os.makedirs(self.run, mode=0o700, exist_ok=True)
        self.ports = {name: free_port() for name in
                      [short(service) + kind for service in SERVICES for kind in ("", "_MANAGEMENT")]
                      + ["POSTGRES", "REDIS", "LATENCY", "SMTP", "MAIL"]}
        # The variables by which other commands, such as make load, find this system.
        self.place = {**{f"HARU_{name}_PORT": str(port) for name, port in self.ports.items()}, "HARU_RUN_DIR": self.run}
        self.environment = {
            **os.environ, **self.place,
            "DEMO": "1", "SCHEDULES": str(SCHEDULES), "TRACING": "0", "WARM_UP_ENABLED": "false", "RATE_LIMIT_ENABLED": "false",
            "TRUSTED_PROXIES": "127.0.0.1",
            # A ranking refresh would start during the turn of a variant.
            "HARU_TEMPLATES_RANKING_INTERVAL": "1h", **(FEW_CONNECTIONS if settings is None else settings)}
        self.url = f"http://127.0.0.1:{self.ports['GATEWAY']}"
        self.log = os.path.join(self.run, "run.log")
        self.tokens = os.path.join(self.run, "tokens.json")
        say("Starting a system.")
        self.start()

    def start(self):
        self.begun = time.monotonic()
        with open(self.log, "wb") as output:
            self.child = subprocess.Popen([os.path.join(ROOT, "tools/haru"), "run"], env=self.environment, stdout=output,
                                          stderr=output, preexec_fn=bound_to_this)

    def __enter__(self):
        try:
            if RECORDING in self.await_up():
                self.restart_with_class_caches()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def await_up(self):
        output = self.await_output("Haru is up")
        self.up_after = time.monotonic() - self.begun
        self.services = {service: Process.of(self.run, service, self.url_of(service), self.management_url_of(service))
                         for service in SERVICES}
        self.stores = stores(self.run)
        self.secrets = read_secrets(self.run)
        return output

    def await_output(self, wanted):
        """Returns the output of the launcher when it matches the pattern."""
        while time.monotonic() - self.begun < UP_WITHIN:
            with open(self.log, encoding="utf-8") as file:
                output = file.read()
            if self.child.poll() is not None:
                last = output.strip().splitlines()[-1:] or ["no output"]
                raise Problem(f"The system does not start: {last[0]} (whole log: {self.log})")
            if re.search(wanted, output):
                return output
            time.sleep(0.2)
        raise Problem(f"The launcher did not print “{wanted}” within {UP_WITHIN} s: see {self.log}")

    def restart_with_class_caches(self):
        """Waits for the class caches and restarts the system with them. A recording in the background would disturb a measurement."""
        say("Waiting for the recording of class caches.")
        self.await_output(RECORDED)
        self.stop()
        self.start()
        if RECORDING in self.await_up():
            raise Problem(f"The class caches cannot be recorded: see {self.log} of the first start.")

    def url_of(self, service):
        return f"http://127.0.0.1:{self.ports[short(service)]}"

    def management_url_of(self, service):
        return f"http://127.0.0.1:{self.ports[short(service) + '_MANAGEMENT']}"

    def stop(self):
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
            try:
                self.child.wait(STOPPED_WITHIN)
            except subprocess.TimeoutExpired:
                self.child.kill()  # its watchdog ends its child processes
                self.child.wait()

    def database(self, **more):
        """Returns the environment with which psql and pgbench connect as the administrator."""
        return {**os.environ, "PGHOST": "127.0.0.1", "PGPORT": str(self.ports["POSTGRES"]), "PGUSER": "postgres",
                "PGDATABASE": "haru", "PGPASSWORD": self.secrets["postgres.admin"], **more}

    def sql(self, statement):
        run = subprocess.run(["psql", "-qAt", "-v", "ON_ERROR_STOP=1", "-c", statement], env=self.database(),
                             capture_output=True, text=True)
        if run.returncode:
            raise Problem(f"PostgreSQL refuses “{statement}”: {run.stderr.strip()}")
        return run.stdout.strip()

    def redis(self, command):
        """Sends a command by Redis's inline protocol, which needs no client; an error is a Problem."""
        with socket.create_connection(("127.0.0.1", self.ports["REDIS"]), timeout=60) as redis:
            redis.sendall(f"{command}\r\n".encode())
            answer = redis.recv(64)
        if not answer.startswith((b"+", b":")):
            raise Problem(f"Redis refuses {command.split()[0]}: {answer.decode(errors='replace').strip()}")

    def templates(self, thousands):
        """Loads the given number of thousand templates, unless the system has them."""
        if int(self.sql("select count(*) from schedule.template")) != thousands * 1000:
            run = subprocess.run([os.path.join(ROOT, "tools/haru"), "templates"], capture_output=True, text=True,
                                 env={**self.environment, "SIZE": str(thousands)})
            if run.returncode:
                raise Problem(f"The templates cannot be loaded: {(run.stderr + run.stdout).strip().splitlines()[-1]}")

    def sign_in(self, member):
        """Signs in a seed member, by number, and returns the access token."""
        body = json.dumps({"nickname": f"seed_{member}", "password": PASSWORD}).encode()
        request = urllib.request.Request(f"{self.url}/v1/auth/user/login", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=RESPONSE_SECONDS) as answer:
            return json.load(answer)["token"]

    def sign_in_all(self):
        """Signs in each member again, because a token expires, and writes the tokens to a file."""
        self.redis("FLUSHALL")  # after an attack by a previous experiment, the account would need a proof of work
        tokens = [self.sign_in(member) for member in range(MEMBERS)]
        with open(self.tokens, "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            json.dump(tokens, file)


def delete_data(run):
    """Deletes the data and the traces of earlier systems in a directory, so that the next system there is new."""
    done = subprocess.run([os.path.join(ROOT, "tools/haru"), "clean-data"], env={**os.environ, "HARU_RUN_DIR": run}, capture_output=True, text=True)
    if done.returncode:
        raise Problem(f"The data in {run} cannot be deleted: {(done.stderr + done.stdout).strip()}")
    shutil.rmtree(os.path.join(run, "trace"), ignore_errors=True)


def read_secrets(run):
    """Returns the generated secrets of the system that runs from a directory."""
    with open(os.path.join(run, "secrets.properties")) as file:
        return dict(re.findall(r"^([^#=\s]+)=(.*)$", file.read(), re.M))


def require_programs():
    """Raises a Problem on another system than Linux, or if a program is missing that experiments call."""
    if sys.platform != "linux":
        raise Problem("Experiments and benchmarks run on Linux only: they read processor time in /proc.")
    for program, package in {"psql": "PostgreSQL's programs (Debian: apt install postgresql)", "taskset": "util-linux"}.items():
        if not shutil.which(program):
            raise Problem(f"{program} is missing: install {package}.")


@contextmanager
def own_or_at(url, settings, run=DIRECTORY):
    """Yields the URL of a running system, or starts a system with the settings and stops it again."""
    if url:
        yield url.rstrip("/")
    else:
        with System(settings, run) as system:
            yield system.url
