# The front door. What a recipe does in more than a line stands in tools/.

# Load demo data (0 starts empty), and how many schedules each seed member has.
DEMO ?= 1
SCHEDULES ?= 5
# Where the load tests knock, and for how long each of their scenarios.
BASE_URL ?= http://127.0.0.1:$(or $(HARU_GATEWAY_PORT),8080)
DURATION ?= 1m
FLOOD ?= 400
PHASE ?= 30s

export DEMO SCHEDULES
.DEFAULT_GOAL := help

##@ Run
.PHONY: run
run: build ## Build what changed and start everything; Ctrl-C stops it (DEMO=0, SCHEDULES=1000, HARU_*_PORT=…)
	@exec tools/haru run

.PHONY: stop
stop: ## Stop what a killed run left behind
	@exec tools/haru stop

.PHONY: clean-data
clean-data: ## Forget the database's content
	@exec tools/haru clean-data

##@ Build
.PHONY: build
build: ## Package the services and the launcher, without tests
	@tools/build

.PHONY: clean
clean: ## Delete everything built
	@tools/mvn -q -B clean && rm -rf target

.PHONY: argon2
argon2: ## Compile libargon2 for this processor: a sign-in then takes half the CPU (needs gcc and pip)
	@tools/argon2

##@ Check
.PHONY: test
test: ## Run all tests, those of the whole system too, and print the coverage
	@tools/test

.PHONY: coverage
coverage: ## Print the line coverage of the last test run
	@tools/coverage

.PHONY: lint
lint: ## Check the format, compile with Error Prone and NullAway, check that the time-outs nest
	@tools/mvn -q -B -ntp spotless:check test-compile surefire:test \
	  '-Dtest=TimeoutLintTests#timeoutsOfAllModulesNest' -Dsurefire.failIfNoSpecifiedTests=false

.PHONY: fmt
fmt: ## Format the Java sources
	@tools/mvn -q -B -ntp spotless:apply

.PHONY: openapi
openapi: ## Write docs/api/ anew from the services
	@tools/openapi

.PHONY: load-smoke
load-smoke: ## Sign up and make schedules under load against a running system (BASE_URL=…, DURATION=1m)
	@tools/k6 run -e BASE_URL=$(BASE_URL) -e DURATION=$(DURATION) k6/walk.js

.PHONY: bench-hash
bench-hash: ## Measure what a password hash costs in each implementation
	@tools/bench-hash

.PHONY: bench-login
bench-login: ## Measure what a sign-in of each kind costs (against TRUSTED_PROXIES=127.0.0.1 make run)
	@BASE_URL=$(BASE_URL) tools/bench-login

.PHONY: bench-flood
bench-flood: ## Measure what a flood of sign-ins does to those who are signed in (FLOOD=400 a second, PHASE=30s)
	@tools/k6 run -e BASE_URL=$(BASE_URL) -e AUTH_URL=http://127.0.0.1:$(or $(HARU_AUTH_PORT),8081) \
	  -e CREDENTIAL=member-service:$$(sed -n 's/^service.member-service=//p' .run/secrets.properties) \
	  -e FLOOD=$(FLOOD) -e PHASE=$(PHASE) k6/login-flood.js

.PHONY: bench-identity bench-naive bench-threads bench-jvm
bench-identity: build ## Measure what it costs to know who asks, against a constant answer (against RATE_LIMIT_ENABLED=false make run)
	@BASE_URL=$(BASE_URL) tools/bench-identity ratios
bench-naive: build ## Measure the same endpoint as it is often written (as above)
	@BASE_URL=$(BASE_URL) tools/bench-identity naive
bench-threads: build ## Measure member-service on one core with 10 to 200 server threads, and virtual ones (as above)
	@BASE_URL=$(BASE_URL) tools/bench-identity threads
bench-jvm: build ## Measure member-service on one core with each collector (as above)
	@BASE_URL=$(BASE_URL) tools/bench-identity jvm

.PHONY: bench-create
bench-create: ## Make 400 schedules a second (against SCHEDULES=1000 HARU_SCHEDULE_LIMIT=1000000 RATE_LIMIT_ENABLED=false make run)
	@tools/k6 run -e BASE_URL=$(BASE_URL) -e DURATION=$(DURATION) k6/create.js

.PHONY: bench-create-cpu bench-limit bench-reports bench-pool
bench-create-cpu: build ## Measure what a create costs, against a constant answer and pgbench (against SCHEDULES=1000 RATE_LIMIT_ENABLED=false make run)
	@BASE_URL=$(BASE_URL) tools/bench-schedules create
bench-limit: build ## Measure the limit kept while inserting against counting before (as above)
	@BASE_URL=$(BASE_URL) tools/bench-schedules limit
bench-reports: build ## Measure a remembered report against a computed one (as above)
	@BASE_URL=$(BASE_URL) tools/bench-schedules reports
bench-pool: build ## Measure a burst of 1,000 clients on pools of 5 to 50 connections (as above)
	@BASE_URL=$(BASE_URL) tools/bench-schedules pool

.PHONY: bench-warm-up
bench-warm-up: ## Measure a service's first requests with and without warm-up (against make run; TURNS=3)
	@BASE_URL=$(BASE_URL) tools/bench-warm-up

##@ Help
.PHONY: help
help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
