"""The system under test: a check of its availability, and the URLs of its actuators."""
import json
import os
import urllib.error
import urllib.parse
import urllib.request

from lab.problem import Problem

SERVICES = ("gateway", "auth-service", "member-service", "schedule-service")
STANDARD_PORT = 8080
STANDARD_ACTUATORS = {"gateway": 9080, "auth-service": 9081, "member-service": 9082, "schedule-service": 9083}
LOOPBACK = ("127.0.0.1", "localhost", "::1")
WAIT = 5  # seconds
# The cheapest call to each service, with the status for an anonymous caller.
DOORS = {
    "auth-service": ("/v1/auth/challenge?nickname=nobody", 200),
    "member-service": ("/v1/members/me", 401),
    "schedule-service": ("/v1/locations", 200),
}


class Target:
    """Raises a Problem for an invalid URL, if no server responds there, or if the server is not a complete Haru."""

    def __init__(self, base_url, actuators=""):
        self.url = base_url.rstrip("/")
        parts = urllib.parse.urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.path or not has_good_port(parts):
            raise Problem(f"BASE_URL={base_url} is not a URL: set the gateway's, such as http://127.0.0.1:8080.")
        is_make_run = parts.hostname in LOOPBACK and parts.port == int(os.environ.get("HARU_GATEWAY_PORT") or STANDARD_PORT)
        self.actuators = named(actuators) if actuators else those_of_make_run() if is_make_run else {}

    def must_be_up(self):
        for service, (path, expected) in DOORS.items():
            status, body = self.get(path)
            if status == expected:
                continue
            if status in (502, 503, 504):
                raise Problem(f"The gateway at {self.url} responds, but {service} does not: {status} for GET {path}.")
            code = body.get("code", "no problem detail") if isinstance(body, dict) else "no JSON"
            raise Problem(f"The server at {self.url} is not Haru's gateway: {status} ({code}) for GET {path}.")

    def get(self, path):
        request = urllib.request.Request(self.url + path, headers={"Accept": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=WAIT) as answer:
                return answer.status, parsed(answer.read())
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, parsed(refusal.read())
        except (OSError, ValueError) as failure:
            reason = getattr(failure, "reason", failure)
            raise Problem(f"No server responds at {self.url} ({reason}). Start make run, or set BASE_URL.") from None


def has_good_port(parts):
    try:
        return parts.port != 0
    except ValueError:
        return False


def parsed(body):
    try:
        return json.loads(body)
    except ValueError:
        return None


def named(text):
    """Parses "gateway=http://10.0.0.1:9080 auth-service=…"."""
    found = dict(entry.split("=", 1) for entry in text.split() if "=" in entry)
    wrong = [service for service in found if service not in SERVICES]
    if wrong or not found:
        raise Problem(f"ACTUATORS={text} is not valid: set SERVICE=URL for some of {', '.join(SERVICES)}.")
    return {service: url.rstrip("/") for service, url in found.items()}


def those_of_make_run():
    ports = {service: os.environ.get(f"HARU_{service.split('-')[0].upper()}_MANAGEMENT_PORT") or standard
             for service, standard in STANDARD_ACTUATORS.items()}
    return {service: f"http://127.0.0.1:{port}" for service, port in ports.items()}
