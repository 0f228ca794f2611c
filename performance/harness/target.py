"""The system under test: a check of its availability, and the URLs of its actuators."""
import json
import os
import secrets
import urllib.error
import urllib.parse
import urllib.request

from harness import SERVICES, Problem
from harness.process import environment_of, read_pid
from harness.retry import NO_RESPONSE, with_retries

STANDARD_PORT = 8080
STANDARD_ACTUATORS = {"gateway": 9080, "auth-service": 9081, "member-service": 9082, "schedule-service": 9083}
LOOPBACK = ("127.0.0.1", "localhost", "::1")
WAIT = 120  # seconds for a response, and for the end of refusals; a busy machine responds late
# The cheapest call to each service, with the status for an anonymous caller.
PROBES = {
    "auth-service": ("/v1/auth/challenge?nickname=nobody", 200),
    "member-service": ("/v1/members/me", 401),
    "schedule-service": ("/v1/locations", 200),
}


class Target:
    """Raises a Problem for an invalid URL, if no server responds there, or if the server is not a complete Haru."""

    def __init__(self, base_url, actuators=""):
        self.url = base_url.rstrip("/")
        parts = urllib.parse.urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.path or not has_valid_port(parts):
            raise Problem(f"BASE_URL={base_url} is not a URL: set the gateway's, such as http://127.0.0.1:8080.")
        is_make_run = parts.hostname in LOOPBACK and parts.port == int(os.environ.get("HARU_GATEWAY_PORT") or STANDARD_PORT)
        self.actuators = actuators_in(actuators) if actuators else actuators_of_make_run() if is_make_run else {}

    def must_be_up(self):
        for service, (path, expected) in PROBES.items():
            status, _, body = with_retries(lambda: self.get(path), within=WAIT)
            if status == expected:
                continue
            if status in (502, 503, 504):
                raise Problem(f"The gateway at {self.url} responds, but {service} does not: {status} for GET {path}.")
            code = body.get("code", "no problem detail") if isinstance(body, dict) else "no JSON"
            raise Problem(f"The server at {self.url} is not Haru's gateway: {status} ({code}) for GET {path}.")

    def send_traced(self, trace):
        """Sends a request of the trace to each service; returns the services that have responded."""
        headers = {"traceparent": f"00-{trace}-{secrets.token_hex(8)}-01"}
        return [service for service, (path, expected) in PROBES.items()
                if with_retries(lambda: self.get(path, headers), within=WAIT)[0] == expected]

    def get(self, path, headers=None):
        """Returns status, headers and JSON of a response."""
        request = urllib.request.Request(self.url + path, headers={"Accept": "application/json", **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=WAIT) as answer:
                return answer.status, answer.headers, json_of(answer.read())
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.headers, json_of(refusal.read())
        except NO_RESPONSE as failure:
            reason = getattr(failure, "reason", failure)
            raise Problem(f"No server responds at {self.url} ({reason}). Start make run, or set BASE_URL.") from None


def has_valid_port(parts):
    try:
        return parts.port != 0
    except ValueError:
        return False


def json_of(body):
    try:
        return json.loads(body)
    except ValueError:
        return None


def actuators_in(text):
    """Parses "gateway=http://10.0.0.1:9080 auth-service=…"."""
    found = dict(entry.split("=", 1) for entry in text.split() if "=" in entry)
    wrong = [service for service in found if service not in SERVICES]
    if wrong or not found:
        raise Problem(f"ACTUATORS={text} is not valid: set SERVICE=URL for some of {', '.join(SERVICES)}.")
    return {service: url.rstrip("/") for service, url in found.items()}


def actuators_of_make_run():
    ports = {service: os.environ.get(f"HARU_{service.split('-')[0].upper()}_MANAGEMENT_PORT") or standard
             for service, standard in STANDARD_ACTUATORS.items()}
    return {service: f"http://127.0.0.1:{port}" for service, port in ports.items()}


def run_directory_of(url, run_directory):
    """Returns the directory if make run started the gateway at the URL from it; else None."""
    pid = read_pid(os.path.join(run_directory, "pid/gateway"))
    try:
        environment = environment_of(pid) if pid else {}
    except OSError:
        return None
    return run_directory if environment.get("SERVER_PORT") == str(urllib.parse.urlsplit(url).port or 80) else None


def is_traced(run_directory):
    with open(f"/proc/{read_pid(os.path.join(run_directory, 'pid/gateway'))}/cmdline") as file:
        return "-javaagent:" in file.read()
