"""Prepares the calendars of the benchmark calendar: one of 1,000 single schedules, and one with 100 weekly series besides."""
import json
import urllib.parse
import urllib.request
from dataclasses import replace

from harness import Problem, runner
from harness.system import FEW_CONNECTIONS, System

SERIES = 100
AT_ONCE = 25  # a cold service needs seconds for a hundred
HOURS = 14  # of a day, and weekdays, over which the series are spread
SETTINGS = {**FEW_CONNECTIONS, "HARU_SCHEDULE_LIMIT": "1000000"}  # a seed member has as many schedules as the usual limit


def call(system, token, method, path, body=None):
    request = urllib.request.Request(system.url + path, json.dumps(body).encode() if body else None,
                                     {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def weekly(number):
    """Returns a weekly series without an end that begins in the first week of 2031, in which no seed member has a schedule."""
    day, hour = 6 + number % 5, 8 + number // 5 % HOURS
    at = f"2031-01-{day:02}T{hour:02}"
    return {"title": f"Lesson {number}", "locationId": 1, "localStart": f"{at}:00:00", "localEnd": f"{at}:45:00",
            "timeZone": "Asia/Seoul", "recurrence": {"rule": "FREQ=WEEKLY"}}


def add_series(system, token):
    for first in range(0, SERIES, AT_ONCE):
        operations = [{"action": "add", "schedule": weekly(number)} for number in range(first, first + AT_ONCE)]
        answer = call(system, token, "POST", "/v1/schedules/bulk", {"atomic": True, "operations": operations})
        statuses = {result["status"] for result in answer["results"]}
        if statuses != {201}:
            raise Problem(f"The series got the statuses {statuses}.")


def latest_token(system, token):
    """Returns the sync token after the last change."""
    path = "/v1/schedules/changes"
    while True:
        page = call(system, token, "GET", path)
        path = f"/v1/schedules/changes?since={urllib.parse.quote(page['syncToken'])}"
        if not page["more"]:
            return urllib.parse.quote(page["syncToken"])


def filled(experiment, values):
    """Returns the experiment with values in its paths."""
    def with_values(text):
        for name, value in values.items():
            text = text.replace("${" + name + "}", value)
        return text

    return replace(experiment, variants=[
        replace(variant, path=with_values(variant.path), calls=[replace(one, path=with_values(one.path)) for one in variant.calls])
        for variant in experiment.variants])


def measure(experiment):
    """Returns the turns of all variants."""
    with System(SETTINGS) as system:
        single, recurring = (system.sign_in(member) for member in range(2))
        add_series(system, recurring)
        return runner.run(filled(experiment, {
            "schedule": call(system, single, "GET", "/v1/schedules?limit=1")["items"][0]["scheduleId"],
            "changes": latest_token(system, single),
            "feed": call(system, single, "POST", "/v1/schedules/feed")["path"],
        }), system)
