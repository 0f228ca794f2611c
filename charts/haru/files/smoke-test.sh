#!/bin/sh
# The smoke test, which helm test runs inside the cluster: one member registers, signs in, adds a schedule, lists it, reads the profile
# and erases the account; the token must then be revoked. Prints a line with the trace id for each step. Ends with 1 at an unexpected
# response. Repeats a call after 503 with Retry-After. Needs curl. Variables: MAX_TIME, the seconds for a call (10); REVOKED_WITHIN, the
# seconds until services must refuse the revoked token (30).
#
#   sh smoke-test.sh http://127.0.0.1:8080
set -eu

gateway=${1:?the URL of the gateway is missing}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/authorization"

fail() {
  echo "The smoke test failed: $*" >&2
  exit 1
}

# call METHOD PATH [BODY] sets status, and writes the body of the response to $work/response.
# Files carry token and password, because a process list shows arguments.
call() {
  printf %s "${3:-}" >"$work/request"
  for attempt in 1 2 3 4 5 6; do
    : >"$work/head"
    : >"$work/response"
    status=$(curl -sS -g --max-time "${MAX_TIME:-10}" -X "$1" -H 'Content-Type: application/json' -H "@$work/authorization" \
      ${3:+--data-binary "@$work/request"} -D "$work/head" -o "$work/response" -w '%{http_code}' "$gateway$2") || fail "$1 $2: no response"
    pause=$(header Retry-After)
    if [ "$status" != 503 ] || [ -z "$pause" ] || [ "$attempt" = 6 ]; then
      return
    fi
    sleep "$pause"
  done
}

# step NAME STATUS METHOD PATH [BODY] makes a call, which must have the status.
step() {
  call "$3" "$4" "${5:-}"
  expect "$@"
}

# expect NAME STATUS METHOD PATH fails unless the last response has the status.
expect() {
  [ "$status" = "$2" ] || fail "$3 $4 returned $status: $(head -c 2000 "$work/response")"
  trace=$(header X-Trace-Id)
  echo "$1: $status, trace ${trace:-none}"
}

# header NAME prints the value of this header of the last response.
header() {
  tr -d '\r' <"$work/head" | awk -v name="$1:" 'tolower($1) == tolower(name) { print $2 }'
}

# field NAME prints the text of this field of the last response.
field() {
  value=$(sed -n "s/.*\"$1\" *: *\"\([^\"]*\)\".*/\1/p" "$work/response")
  [ -n "$value" ] || fail "the response has no $1: $(head -c 2000 "$work/response")"
  echo "$value"
}

# instant SECONDS prints this time since the epoch as ISO 8601. The second command is that of macOS.
instant() {
  date -u -d "@$1" +%Y-%m-%dT%H:%M:%SZ 2>/dev/null || date -u -r "$1" +%Y-%m-%dT%H:%M:%SZ
}

random() {
  od -An -tx1 -N"$1" /dev/urandom | tr -d ' \n'
}

nickname=smoke_$(random 4)
password=$(random 16)
now=$(date -u +%s)
start=$((now - now % 3600 + 24 * 3600))
from=$(instant $start)
to=$(instant $((start + 3600)))

step register 201 POST /v1/auth/user/register \
  "{\"nickname\":\"$nickname\",\"password\":\"$password\",\"region_name\":\"Seoul\"}"
step 'sign in' 200 POST /v1/auth/user/login "{\"nickname\":\"$nickname\",\"password\":\"$password\"}"
token=$(field token)
echo "Authorization: Bearer $token" >"$work/authorization"
step 'add a schedule' 201 POST /v1/schedules "{\"title\":\"Smoke test\",\"locationId\":1,\"startAt\":\"$from\",\"endAt\":\"$to\"}"
schedule=$(field scheduleId)
step 'list schedules' 200 GET "/v1/schedules?from=$from&to=$to"
grep -qF "$schedule" "$work/response" || fail "the schedule $schedule is not in the list: $(head -c 2000 "$work/response")"
step 'read the profile' 200 GET /v1/members/me
step 'erase the account' 202 DELETE /v1/auth/user "{\"password\":\"$password\"}"
# The revocation reaches the services in the background.
until=$(($(date +%s) + ${REVOKED_WITHIN:-30}))
call GET /v1/members/me
while [ "$status" = 200 ] && [ "$(date +%s)" -lt "$until" ]; do
  sleep 1
  call GET /v1/members/me
done
expect 'read the profile with the revoked token' 401 GET /v1/members/me
echo "The smoke test succeeded."
