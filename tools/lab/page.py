"""Writes the part of docs/performance.md that comes from recorded results, and the charts beside them."""
import os
import textwrap

from lab import chart, result, spec
from lab.problem import Problem
from lab.process import ROOT
from lab.result import Outcome, times

PAGE = os.path.join(ROOT, "docs", "performance.md")
BEGIN, END = "<!-- experiments: written by make experiment -->", "<!-- end of experiments -->"


def write():
    """Every chart, and the page's part; answers what has changed."""
    changed = []
    for path, content in wanted().items():
        before = open(path, encoding="utf-8").read() if os.path.exists(path) else None
        if before != content:
            with open(f"{path}.new", "w", encoding="utf-8") as file:
                file.write(content)
            os.replace(f"{path}.new", path)
            changed.append(os.path.relpath(path, ROOT))
    return changed


def check():
    """Refused when what is committed is not what the results give."""
    for path, content in wanted().items():
        if not os.path.exists(path) or open(path, encoding="utf-8").read() != content:
            raise Problem(f"{os.path.relpath(path, ROOT)} differs from the recorded results. Run make experiment NAME=none.")


def wanted():
    files, parts = {}, []
    for name in spec.names():
        experiment = spec.read(name)
        recorded = result.read(experiment)
        if recorded:
            outcome = Outcome(recorded, experiment)
            files[os.path.join(result.RECORDED, f"{name}.svg")] = chart.svg(outcome)
            parts.append(section(experiment, recorded, outcome))
        else:
            parts.append(f"### {experiment.title}\n\n" + filled(f"Published: {experiment.published} Not recorded yet: "
                         f"`make experiment NAME={name}`.") + "\n")
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        raise Problem(f"docs/performance.md must have each of these lines once: {BEGIN} and {END}")
    head, rest = page.split(BEGIN)
    files[PAGE] = f"{head}{BEGIN}\n\n" + "\n".join(parts) + f"\n{END}{rest.split(END)[1]}"
    return files


def section(experiment, recorded, outcome):
    machine = recorded["machine"]
    noise = f"others took at most {100 * outcome.others():.0f} % of the machine in a turn"
    here = f"""Here: {shape(recorded["load"])}. {scale(experiment, recorded["load"])} `{recorded["command"]}`,
        {recorded["recorded"][:10]}, commit {recorded["commit"]}, {machine["cores"]} cores ({machine["processor"]}),
        {machine["memoryGiB"]} GiB, JDK {machine["jdk"]}; {noise}."""
    paragraphs = [f"### {experiment.title}", filled(f"Published: {experiment.published}"), filled(here), outcome.tables(),
                  filled(outcome.sentences()), f"![{experiment.title}](experiments/{experiment.name}.svg)",
                  filled(experiment.teaches), filled(f"**Haru:** {experiment.haru}")]
    return "\n\n".join(paragraphs) + "\n"


def filled(text):
    return textwrap.fill(" ".join(text.split()), 132, break_long_words=False, break_on_hyphens=False)


def shape(load):
    rounds = f"{load['rounds']} turns of each variant"
    warm = f"after {load['warm_up']} s of warming" if load["warm_up"] else "without warming"
    if "rate" in load:
        return f"{load['rate']:,} a second, {rounds} of {load['duration']} s {warm}"
    if "requests" in load:
        return f"{load['requests']:,} requests by {load.get('clients', 1)} client{'s' if load.get('clients', 1) > 1 else ''}, {rounds} {warm}"
    return f"{load['clients']:,} clients, {rounds} of {load['duration']} s {warm}"


def scale(experiment, load):
    """By what the published load was reduced, in numbers."""
    published, told = experiment.published_load, []
    for name, what in (("rate", "rate"), ("clients", "clients"), ("requests", "requests"), ("duration", "duration")):
        then, now = getattr(published, name), load.get(name)
        if then and now and not (name == "duration" and "requests" in load):
            told.append(f"{what} as published" if then == now else f"{what} × {times(now / then)} of the published")
    return (", ".join(told).capitalize() + ". " if told else "") + experiment.scaled
