"""The system beside which the variants of experiments run, with a separate directory."""
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time

from lab import bench, spec
from lab.process import ROOT, Postgres, Process, bound_to_this, free_port
from lab.problem import Problem

RUN = os.path.join(ROOT, ".run", "experiment")
MEMBERS, SCHEDULES = 200, 1000
SERVICES = ["GATEWAY", "AUTH", "MEMBER", "SCHEDULE"]
# Leaves PostgreSQL's connections to the variants.
OF_THE_SYSTEM_ALONE = {"SPRING_DATASOURCE_HIKARI_MINIMUM_IDLE": "1"}
UP_WITHIN = 900  # seconds; the first start after a build records class caches, and the machine may be busy


class System:
    """
    Haru with 200 members of 1,000 schedules each, started like make run, without the limits that would refuse a load. The settings
    replace the environment variables that leave the database's connections to the variants of an experiment.
    """

    def __init__(self, settings=None, run=RUN):
        self.run = run
        for program, package in {"psql": "PostgreSQL's programs (Debian: apt install postgresql-client)",
                                 "taskset": "util-linux"}.items():
            if not shutil.which(program):
                raise Problem(f"{program} is missing: install {package}.")
        os.makedirs(self.run, exist_ok=True)
        self.ports = {name: free_port() for name in
                      [service + kind for service in SERVICES for kind in ("", "_MANAGEMENT")] + ["POSTGRES", "REDIS"]}
        environment = {**os.environ, **{f"HARU_{name}_PORT": str(port) for name, port in self.ports.items()}}
        environment |= {"HARU_RUN_DIR": self.run, "DEMO": "1", "SCHEDULES": str(SCHEDULES), "TRACING": "0", "WARM_UP_ENABLED": "false",
                        "RATE_LIMIT_ENABLED": "false", "TRUSTED_PROXIES": "127.0.0.1",
                        # A ranking refresh would start during the turn of a variant.
                        "HARU_TEMPLATES_RANKING_INTERVAL": "1h", **(OF_THE_SYSTEM_ALONE if settings is None else settings)}
        self.environment = environment
        self.url = f"http://127.0.0.1:{self.ports['GATEWAY']}"
        self.log = os.path.join(self.run, "run.log")
        with open(self.log, "wb") as output:
            self.child = subprocess.Popen([os.path.join(ROOT, "tools/haru"), "run"], env=environment, stdout=output,
                                          stderr=output, preexec_fn=bound_to_this)

    def __enter__(self):
        try:
            self.await_up()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def await_up(self):
        end = time.monotonic() + UP_WITHIN
        while time.monotonic() < end:
            with open(self.log, encoding="utf-8") as file:
                said = file.read()
            if self.child.poll() is not None:
                last = said.strip().splitlines()[-1:] or ["no output"]
                raise Problem(f"The system does not start: {last[0]} (whole log: {self.log})")
            if "Haru is up" in said:
                break
            time.sleep(0.3)
        else:
            raise Problem(f"The system was not ready within {UP_WITHIN} s: see {self.log}")
        self.postgres = Postgres(self.run)
        self.services = [Process.of(self.run, service) for service in spec.SERVICES]
        with open(os.path.join(self.run, "secrets.properties")) as file:
            self.password = re.search(r"^postgres\.admin=(.*)$", file.read(), re.M).group(1)
        self.tokens = os.path.join(self.run, "tokens.json")

    def pids(self):
        """Returns the process ids of the four services, by name."""
        return {name: Process.of(self.run, name).pid for name in spec.SERVICES}

    def stop(self):
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
            try:
                self.child.wait(60)
            except subprocess.TimeoutExpired:
                self.child.kill()  # its watchdog ends its child processes
                self.child.wait()

    def sql(self, statement):
        environment = {**os.environ, "PGHOST": "127.0.0.1", "PGPORT": str(self.ports["POSTGRES"]), "PGUSER": "postgres",
                       "PGDATABASE": "haru", "PGPASSWORD": self.password}
        run = subprocess.run(["psql", "-qAt", "-v", "ON_ERROR_STOP=1", "-c", statement], env=environment,
                             capture_output=True, text=True)
        if run.returncode:
            raise Problem(f"PostgreSQL refuses “{statement}”: {run.stderr.strip()}")
        return run.stdout.strip()

    def flush_redis(self):
        """Deletes the counts of the login guard."""
        with socket.create_connection(("127.0.0.1", self.ports["REDIS"]), timeout=5) as redis:
            redis.sendall(b"FLUSHALL\r\n")
            if not redis.recv(64).startswith(b"+OK"):
                raise Problem("Redis did not delete its keys: FLUSHALL failed.")

    def templates(self, thousands):
        """Loads the given number of thousand templates, unless the system has them."""
        if int(self.sql("select count(*) from schedule.template")) != thousands * 1000:
            run = subprocess.run([os.path.join(ROOT, "tools/haru"), "templates"], capture_output=True, text=True,
                                 env={**self.environment, "SIZE": str(thousands)})
            if run.returncode:
                raise Problem(f"The templates cannot be loaded: {(run.stderr + run.stdout).strip().splitlines()[-1]}")

    def sign_in_all(self):
        """Signs in each member again, because a token expires after half an hour."""
        self.flush_redis()  # after an attack by a previous experiment, the account would need a proof of work
        tokens = [bench.sign_in(member, self.url) for member in range(MEMBERS)]
        with open(os.path.join(self.run, "tokens.json"), "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            json.dump(tokens, file)
