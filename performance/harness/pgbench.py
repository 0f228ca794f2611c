"""Measures the statement that creates a schedule with pgbench, beside the benchmark create-cpu."""
import os
import re
import shutil
import subprocess
import tempfile

from harness import ROOT, Problem, runner
from harness.system import SCHEDULES

CREATE = "POST /v1/schedules"
PACED = "its statement alone, by pgbench at the same rate"
SATURATED = "its statement alone, by pgbench without a pause"


class Statement:
    """The insert statement from the service's source, for pgbench."""

    SOURCES = "schedule-service/src/main/java/dev/haru/schedule/calendar"
    STARTS = 25

    def __init__(self):
        store, overlaps, add, expanded = map(self.blocks, ("ScheduleStore", "OverlapReader", "AddStatement", "ExpandedSchedules"))
        near = add["NEAR"].replace("%s", overlaps["NEAR"].replace("%1$d", "10"))
        result = add["RESULT"].replace("%s", f"exists (select from schedule where member_id = :memberId and {expanded['IN_REACH']})")
        statement = near + store["ENTRY"] + add["ADD"].replace("%s", "") + result
        self.sql = " ".join(statement.split()).replace(":note", "null")
        self.directory = tempfile.TemporaryDirectory()
        # Each pgbench client first reads all its later parameters: a member, and the start times that k6 uses for each member.
        first = ", ".join(
            f"""d + {i} * h as "startAt{i}", d + {i} * h + interval '30 minutes' as "endAt{i}",
                d + {i} * h as "from{i}", d + {i} * h + interval '30 minutes' as "to{i}",
                d + {i} * h - interval '27 hours' as "reachingFrom{i}", d + {i} * h + interval '27.5 hours' as "reachingTo{i}",
                d + {i} * h - interval '24 hours' as "dayBefore{i}", d + {i} * h - interval '8784 hours' as "yearBefore{i}" """
            for i in range(self.STARTS))
        parameters = " ".join(f"""select member_id as "memberId", uuidv7() as id, now() as now, 1000000 as limit, 'Load' as title,
            1 as "locationId", {first} from (select member_id from member_quota where used = {SCHEDULES} order by member_id
            offset :client_id limit 1) as m, (select timestamptz '2027-01-01T00:00Z' as d, interval '200 hours' as h) as t
            """.split())
        for i in range(self.STARTS):
            sql = re.sub(r":(startAt|endAt|from|to|reachingFrom|reachingTo|dayBefore|yearBefore)\b", rf":\g<1>{i}", self.sql)
            with open(os.path.join(self.directory.name, f"{i}.sql"), "w") as file:
                file.write(f"\\if :known = 0\n{parameters} \\gset\n\\set known 1\n\\endif\n{sql};\n")

    def blocks(self, name):
        """Returns the text blocks of a class by the names of their constants."""
        with open(os.path.join(ROOT, self.SOURCES, name + ".java")) as file:
            return dict(re.findall(r'String (\w+) =\s+"""\n(.*?)"""', file.read(), re.S))

    def turn(self, experiment, system, rate=None):
        """Runs the statement at a rate, or by clients that do not pause; returns the figures."""
        files = [part for i in range(self.STARTS) for part in ("-f", os.path.join(self.directory.name, f"{i}.sql"))]
        pace = ["-R", f"{rate:.0f}"] if rate else []
        postgres = system.stores["PostgreSQL"]
        before = postgres.cpu_ms()
        run = subprocess.run(["pgbench", "-n", "-M", "prepared", "-D", "known=0", "-c", "10", "-T", str(experiment.load.duration), *pace,
                              *files], env=system.database(PGOPTIONS="-c search_path=schedule"), capture_output=True, text=True)
        used = postgres.cpu_ms() - before
        done = re.search(r"actually processed: (\d+)", run.stdout)
        if run.returncode or not done:
            raise Problem(f"pgbench failed: {run.stderr.strip()[-500:]}")
        runner.reset(experiment, system)
        return {"postgres": used * 1000 / int(done.group(1)), "requests": int(done.group(1))}


class Statements:
    """Adds the turns of pgbench to each round, and the ratio of PostgreSQL's processor time to that of the paced statement."""

    def __init__(self, experiment, system):
        if not shutil.which("pgbench"):
            raise Problem("pgbench is missing: install PostgreSQL's programs (Debian: apt install postgresql).")
        self.experiment, self.system, self.statement = experiment, system, Statement()

    def after_round(self, turns):
        create = turns[CREATE][-1]
        # A busy PostgreSQL uses less time for each statement, so both run at the same rate: that of the creates.
        paced = self.statement.turn(self.experiment, self.system, rate=create["rate"])
        saturated = self.statement.turn(self.experiment, self.system)
        turns.setdefault(PACED, []).append(paced)
        turns.setdefault(SATURATED, []).append(saturated)
        for figures in (create, paced, saturated):
            figures["postgres_ratio"] = figures["postgres"] / paced["postgres"]
