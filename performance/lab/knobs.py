"""Checks that a variant's properties exist in the metadata of the jars, and that the JVM accepts its flags."""
import difflib
import functools
import glob
import io
import json
import os
import re
import subprocess
import zipfile

from lab.problem import Problem
from lab.process import ROOT, bench_jar

METADATA = ("META-INF/spring-configuration-metadata.json", "META-INF/additional-spring-configuration-metadata.json")
# Prefixes of properties; the metadata describes only the prefix.
OPEN_ENDED = ("spring.jpa.properties.", "spring.datasource.hikari.data-source-properties.", "logging.level.")


def check(experiment):
    for variant in experiment.variants:
        process = experiment.process_of(variant)
        for name in process.properties:
            check_property(process.service, variant.name, name)
        if process.flags:
            check_flags(variant.name, process.flags)


def check_property(service, variant, name):
    known = properties_of(service)
    if name not in known and not name.startswith(OPEN_ENDED):
        close = difflib.get_close_matches(name, known, 1)
        raise Problem(f"Variant “{variant}”: {service or 'the module bench'} has no property {name}"
                      + (f"; did you mean {close[0]}?" if close else "."))


@functools.cache
def properties_of(service):
    """Returns the properties of a service and the module bench, or of the module alone without a service."""
    with zipfile.ZipFile(bench_jar()) as jar:
        names = set(metadata_in(jar))
    if not service:
        return sorted(names)
    jars = [jar for jar in glob.glob(os.path.join(ROOT, service, "target", f"{service}-*.jar")) if "sources" not in jar]
    if not jars:
        raise Problem(f"{service} is not built: run make build.")
    with zipfile.ZipFile(jars[0]) as jar:
        names |= set(metadata_in(jar))
        for inner in jar.namelist():
            if inner.startswith("BOOT-INF/lib/") and inner.endswith(".jar"):
                names |= set(metadata_in(zipfile.ZipFile(io.BytesIO(jar.read(inner)))))
    return sorted(names)


def metadata_in(jar):
    for entry in jar.namelist():
        if entry.endswith(METADATA):
            for one in json.loads(jar.read(entry)).get("properties", []):
                yield one["name"]


def check_flags(variant, flags):
    java = os.path.join(subprocess.run([os.path.join(ROOT, "tools/jdk")], capture_output=True, text=True, check=True)
                        .stdout.strip(), "bin/java")
    run = subprocess.run([java, *flags, "-version"], capture_output=True, text=True)
    if run.returncode:
        said = re.sub(r"\s+", " ", (run.stdout + run.stderr).strip().splitlines()[0])
        raise Problem(f"Variant “{variant}”: the JVM does not know a flag of {' '.join(flags)}: {said}")
