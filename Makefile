# The front door. What a recipe does in more than a line stands in tools/.

# Load demo data (0 starts empty), and how many schedules each seed member has.
DEMO ?= 1
SCHEDULES ?= 5
# Where the load tests knock, and for how long each of their scenarios.
BASE_URL ?= http://127.0.0.1:$(or $(HARU_GATEWAY_PORT),8080)
# How hard make load pulls: smoke, load, stress, spike, breakpoint or soak.
PROFILE ?= load
DURATION ?= 1m
FLOOD ?= 400
# Which route make latency looks at, and where its traces are.
ROUTE ?= POST /v1/schedules
TRACES ?= .run/trace
PHASE ?= 30s

# Whether the OpenTelemetry agent traces the services.
TRACING ?= 0
# How many times 1,000 templates to load.
SIZE ?= 1

# Where the cluster's images come from, and which; POSTGRES_IMAGE and REDIS_IMAGE replace the stores'.
REGISTRY ?= localhost
TAG ?=
HELM_ARGS ?=
# What images are built on, and a command that takes an archive of them into a cluster.
BASE ?= docker.io/library/eclipse-temurin:25-jre
IMAGE_LOAD ?=
# For how many members make capacity plans.
MEMBERS ?= 10000 1000000 100000000

export DEMO SCHEDULES TRACING REGISTRY TAG BASE IMAGE_LOAD
.DEFAULT_GOAL := help

##@ Run
.PHONY: run
run: build ## Build what changed and start everything; Ctrl-C stops it (DEMO=0, SCHEDULES=1000, TRACING=1, HARU_*_PORT=…)
	@exec tools/haru run

.PHONY: templates
templates: ## Replace all templates of the running system with SIZE (1 to 100) times 1,000 templates, with ratings and adoptions
	@SIZE=$(SIZE) exec tools/haru templates

.PHONY: stop
stop: ## Stop the processes that a killed run left running
	@exec tools/haru stop

.PHONY: logs
logs: ## Show a request's log lines of all services (TRACE=its X-Trace-Id)
	@exec tools/logs '$(TRACE)'

.PHONY: clean-data
clean-data: ## Delete the data of the local databases
	@exec tools/haru clean-data

##@ Build
.PHONY: build
build: ## Package the services and the launcher, without tests
	@tools/build

.PHONY: clean
clean: ## Delete all build output
	@tools/mvn -q -B clean && rm -rf target

.PHONY: argon2
argon2: ## Compile libargon2 for this processor, which halves the CPU time of a sign-in in make run (needs gcc and pip)
	@tools/argon2

##@ Check
.PHONY: test
test: ## Run all tests, including those of the whole system, and print the coverage
	@tools/test

.PHONY: coverage
coverage: ## Print the line coverage of the last test run
	@tools/coverage

.PHONY: lint
lint: ## Check the format, compile with Error Prone and NullAway, and check time-outs, alerts and charts
	@tools/mvn -q -B -ntp spotless:check test-compile surefire:test \
	  '-Dtest=TimeoutLintTests#timeoutsOfAllModulesNest' -Dsurefire.failIfNoSpecifiedTests=false
	@tools/check-rules
	@tools/check-charts

.PHONY: check-rules
check-rules: ## Check and test the Prometheus alerts; builds promtool if it is not installed
	@tools/prometheus promtool --version >/dev/null && tools/check-rules

.PHONY: check-dashboards
check-dashboards: build ## Run the query of each dashboard panel against a Prometheus and a system under load
	@tools/check-dashboards

.PHONY: check-collector
check-collector: ## Run an OpenTelemetry Collector with its configuration, send traces of each kind, and check which traces it keeps
	@tools/otelcol --version >/dev/null && tools/check-collector

.PHONY: check-tools
check-tools: ## Test the load tests, and compare docs/scale.md with the output of make capacity (needs Python 3)
	@cd tools && python3 -B -m unittest discover -q

.PHONY: fmt
fmt: ## Format the Java sources
	@tools/mvn -q -B -ntp spotless:apply

.PHONY: openapi
openapi: ## Generate docs/api/ from the services
	@tools/openapi

.PHONY: fuzz
fuzz: build ## Fuzz the API with its OpenAPI documents on a separate system (BASE_URL=…, EXAMPLES=100, SEED=…)
	@BASE_URL=$(if $(filter file,$(origin BASE_URL)),,$(BASE_URL)) tools/fuzz

.PHONY: chaos soak
chaos: build ## Kill, pause, fill up and disconnect each part under load, and print the failures that clients saw
	@tools/chaos chaos
soak: build ## Run a separate system under load, and print the resources that grow (DURATION=30m)
	@DURATION=$(if $(filter file,$(origin DURATION)),,$(DURATION)) tools/chaos soak

.PHONY: k6
k6: ## Build k6 at its pinned version if it is not installed (needs Go)
	@tools/k6 version

.PHONY: load
load: ## Send the user journey to a running system (PROFILE=smoke load stress spike breakpoint soak, BASE_URL=…, RATE=20, DURATION=3m)
	@BASE_URL=$(BASE_URL) exec tools/load $(PROFILE)

.PHONY: perf-check perf-baseline
perf-check: build ## Compare the processor time of each request with the recorded baseline (against make run)
	@BASE_URL=$(BASE_URL) tools/perf-check
perf-baseline: build ## Record the processor time of each request as the baseline of perf-check (as above)
	@BASE_URL=$(BASE_URL) tools/perf-check record

.PHONY: load-smoke
load-smoke: ## Register and add schedules under load on a running system (BASE_URL=…, DURATION=1m)
	@tools/k6 run -e BASE_URL=$(BASE_URL) -e DURATION=$(DURATION) k6/walk.js

.PHONY: latency
latency: build ## Show where the time of a route goes (ROUTE="POST /v1/schedules", TRACES=.run/trace, HTML=page.html)
	@tools/latency of "$(ROUTE)" --files "$(TRACES)" --skip-cut-off $(if $(HTML),--html "$(HTML)")

.PHONY: latency-budget
latency-budget: build ## Compare the traces of a run with the budgets in k6/budgets.yaml (TRACES=.run/trace)
	@tools/latency budget k6/budgets.yaml --files "$(TRACES)" --skip-cut-off --skip-unseen

.PHONY: bench-hash
bench-hash: ## Measure the cost of a password hash in each implementation
	@tools/bench-hash

.PHONY: bench-login
bench-login: ## Measure the cost of each kind of sign-in (against TRUSTED_PROXIES=127.0.0.1 make run; WARM=280s)
	@BASE_URL=$(BASE_URL) tools/bench-login

.PHONY: bench-flood
bench-flood: ## Measure the effect of a flood of sign-ins on signed-in members (FLOOD=400 a second, PHASE=30s)
	@CREDENTIAL=member-service:$$(sed -n 's/^service.member-service=//p' "$${HARU_RUN_DIR:-.run}/secrets.properties") \
	  tools/k6 run -e BASE_URL=$(BASE_URL) -e AUTH_URL=http://127.0.0.1:$(or $(HARU_AUTH_PORT),8081) \
	  -e FLOOD=$(FLOOD) -e PHASE=$(PHASE) k6/login-flood.js

.PHONY: bench-identity bench-cold
bench-identity: build ## Measure the cost of a token look-up, against a constant answer (against RATE_LIMIT_ENABLED=false make run)
	@BASE_URL=$(BASE_URL) tools/bench-identity ratios
bench-cold: build ## Measure the cost of a token look-up without caches, over all services (as above)
	@BASE_URL=$(BASE_URL) tools/bench-identity cold

.PHONY: bench-templates bench-template-refresh bench-template-plans
bench-templates: build ## Measure the warm first page of templates against a constant answer (against RATE_LIMIT_ENABLED=false make run)
	@BASE_URL=$(BASE_URL) tools/bench-templates warm
bench-template-refresh: build ## Measure the duration of a refresh of the ranking, and its effect on readers, at SIZE=10 (as above)
	@tools/bench-templates refresh
bench-template-plans: build ## Print time and buffers of each list query at SIZES="1 10 100" (as above)
	@tools/bench-templates plans

.PHONY: bench-create
bench-create: ## Add 400 schedules a second (against SCHEDULES=1000 HARU_SCHEDULE_LIMIT=1000000 RATE_LIMIT_ENABLED=false make run)
	@tools/k6 run -e BASE_URL=$(BASE_URL) -e DURATION=$(DURATION) k6/create.js

.PHONY: bench-create-cpu bench-reports
bench-create-cpu: build ## Measure the cost of adding a schedule, against a constant answer and pgbench (against SCHEDULES=1000 RATE_LIMIT_ENABLED=false make run)
	@BASE_URL=$(BASE_URL) tools/bench-schedules create
bench-reports: build ## Measure a cached report against a computed report (as above)
	@BASE_URL=$(BASE_URL) tools/bench-schedules reports

.PHONY: bench-bounds
bench-bounds: ## Measure the cost of hostile values, against ordinary refusals (against RATE_LIMIT_ENABLED=false make run)
	@BASE_URL=$(BASE_URL) tools/bench-bounds $(SERVICE)

.PHONY: bench-warm-up
bench-warm-up: ## Measure a service's first requests with and without warm-up (against make run; TURNS=3)
	@BASE_URL=$(BASE_URL) tools/bench-warm-up

.PHONY: bench-start
bench-start: build ## Measure a start on one core: from the jar, unpacked, and with the class cache of the images (against make run)
	@BASE_URL=$(BASE_URL) tools/bench-start

.PHONY: bench-tracing bench-tracing-start
bench-tracing: build ## Measure the cost of tracing: no agent, 0, 5 and 100 % of requests (against RATE_LIMIT_ENABLED=false make run)
	@BASE_URL=$(BASE_URL) tools/bench-tracing requests
bench-tracing-start: build ## Measure the cost of a start with a class cache, without one, and with the agent (while no system runs)
	@tools/bench-tracing start

##@ Kubernetes
.PHONY: images
images: build ## Build the images of the services (IMAGE_LOAD='kind load image-archive --name haru', PUSH=1, BASE=…, REGISTRY=…, TAG=…)
	@tools/images

.PHONY: e2e-k8s
e2e-k8s: images ## Install Haru into the current cluster, disturb it under load, and print the results (as images; POSTGRESQL=cloudnativepg or pooled; needs kubectl, helm, psql)
	@tools/e2e-k8s

.PHONY: capacity
capacity: ## Print the pods, connections and memory for a number of members (MEMBERS="10000 1000000", VALUES=1 for helm)
	@tools/capacity $(if $(VALUES),--values) $(MEMBERS)

.PHONY: deploy
deploy: ## Install Haru with its stores for an evaluation in the current kubectl context (REGISTRY=, TAG=, POSTGRES_IMAGE=, REDIS_IMAGE=, HELM_ARGS=)
	@tools/deploy $(HELM_ARGS)

.PHONY: status
status: ## Show the status of each part in the cluster, with reasons
	@tools/status

.PHONY: undeploy
undeploy: ## Remove the evaluation from the cluster, with all its data
	@tools/undeploy

.PHONY: charts
charts: ## Generate the schemas and README.md of the charts from their values
	@tools/chart-schema
	@tools/chart-tool helm-docs --chart-search-root charts --ignore-non-descriptions --log-level warning

.PHONY: check-charts
check-charts: ## Check charts and manifests without a cluster: generated files, lint, unit tests, schemas, kube-score, Checkov, the arrows of the picture
	@tools/chart-tool all && tools/check-charts
	@tools/mvn -q -B -ntp test-compile surefire:test -Dtest=ChartTests -Dsurefire.failIfNoSpecifiedTests=false

.PHONY: bench-overload
bench-overload: ## Measure throughput with 2 to 3,000 users on a separate system (ROWS=sign-up,list, USERS=100,300, DURATION=20)
	@tools/bench-overload

##@ Experiments
.PHONY: experiment
experiment: ## Compare the variants of NAME, and record the result (all, list, none; experiments/*.toml; DURATION, WARM_UP and ROUNDS replace those of the file)
	@tools/experiment $(NAME)

.PHONY: check-experiments
check-experiments: build ## Check the experiments' files and knobs, and compare docs/performance.md with the results
	@tools/experiment check
	@cd tools && python3 -B -m unittest -q lab.test_lab

##@ Help
.PHONY: help
help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { printf "  %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
