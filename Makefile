# The commands of the repository. A recipe of more than one line is a script in tools/.

# Whether to load demo data (0 starts empty), and the number of schedules of each seed member.
DEMO ?= 1
SCHEDULES ?= 5
# The gateway that load tests call.
BASE_URL ?= http://127.0.0.1:$(or $(HARU_GATEWAY_PORT),8080)
# The profile of make load: smoke, load, stress, spike, breakpoint or soak.
PROFILE ?= load
# The route that make latency analyses, and the directory of its traces.
ROUTE ?= POST /v1/schedules
TRACES ?= .run/trace

# Whether the OpenTelemetry agent traces the services.
TRACING ?= 0

# The registry and the tag of the cluster's images. POSTGRES_IMAGE and REDIS_IMAGE replace the images of the stores.
REGISTRY ?= localhost
TAG ?=
HELM_ARGS ?=
# The base image, and a command that loads an archive of the images into a cluster.
BASE ?= docker.io/library/eclipse-temurin:25-jre
IMAGE_LOAD ?=
# The numbers of members for which make capacity plans.
MEMBERS ?= 10000 1000000 100000000

export DEMO SCHEDULES TRACING REGISTRY TAG BASE IMAGE_LOAD
.DEFAULT_GOAL := help

##@ Run
.PHONY: run
run: build ## Build the changed code and start the system; Ctrl-C stops the system (DEMO=0, SCHEDULES=1000, TRACING=1, HARU_*_PORT=…)
	@exec tools/haru run

.PHONY: stop
stop: ## Stop the processes that a killed run left running
	@exec tools/haru stop

.PHONY: logs
logs: ## Show the log lines of a failed request from all services (TRACE=its X-Trace-Id)
	@exec tools/logs '$(TRACE)'

##@ Build
.PHONY: build
build: ## Package the services and the launcher, without tests
	@tools/build

.PHONY: clean
clean: ## Delete all build output (DATA=1: delete the database's content instead)
	@$(if $(DATA),exec tools/haru clean-data,tools/mvn -q -B clean && rm -rf target)

.PHONY: argon2
argon2: ## Compile libargon2 for this processor, which halves the CPU of a sign-in in make run (needs gcc and pip)
	@tools/argon2

.PHONY: images
images: build ## Build the images of the services and of latency (IMAGE_LOAD='kind load image-archive --name haru', PUSH=1, BASE=…, REGISTRY=…, TAG=…)
	@tools/images

##@ Check
.PHONY: test
test: ## Run all tests, including the whole-system tests, and print the coverage
	@tools/test

.PHONY: lint
lint: ## Check the Java sources, time-outs, alerts, API, charts and Python tools (ONLY=list names each check; ONLY=charts runs one)
	@tools/lint $(ONLY)

.PHONY: fmt
fmt: ## Format the Java sources
	@tools/mvn -q -B -ntp spotless:apply

.PHONY: openapi
openapi: ## Generate docs/api/ from the services, and the pipelines in docs/architecture.md
	@tools/openapi

.PHONY: charts
charts: ## Generate the charts' schemas and README.md from their values
	@tools/chart-schema
	@tools/chart-tool helm-docs --chart-search-root charts --ignore-non-descriptions --log-level warning

.PHONY: fuzz
fuzz: build ## Fuzz the API with its OpenAPI documents on a separate system (BASE_URL=…, EXAMPLES=100, SEED=…)
	@BASE_URL=$(if $(filter file,$(origin BASE_URL)),,$(BASE_URL)) tools/fuzz

.PHONY: chaos
chaos: build ## Kill, pause, fill up and cut off every part under load, on a separate system (FAULT=locked: only faults with this text in the name; SOAK=1: report growth for DURATION=30m)
	@tools/chaos $(if $(SOAK),soak,chaos)

##@ Measure
.PHONY: load
load: ## Run k6's user journey against a running system (PROFILE=smoke load stress spike breakpoint soak, BASE_URL=…, RATE=20, DURATION=3m)
	@BASE_URL=$(BASE_URL) exec tools/load $(PROFILE)

.PHONY: latency
latency: build ## Report where the time of a route goes (ROUTE="POST /v1/schedules", TRACES=.run/trace, HTML=page.html; BUDGET=1: check k6/budgets.yaml)
	@$(if $(BUDGET),tools/latency budget k6/budgets.yaml --skip-unseen,tools/latency of "$(ROUTE)" $(if $(HTML),--html "$(HTML)")) \
	  --files "$(TRACES)" --skip-cut-off

.PHONY: bench
bench: ## Run a benchmark on a separate system and record its figures (NAME=list describes them)
	@BASE_URL=$(if $(filter file,$(origin BASE_URL)),,$(BASE_URL)) tools/bench $(NAME)

.PHONY: perf-check
perf-check: ## Compare the processor time of requests with the baseline, on a separate system (BASELINE=1: record the baseline)
	@tools/perf-check $(if $(BASELINE),record)

.PHONY: experiment
experiment: ## Compare the variants of an experiment and record the result (NAME=list, all, none; DURATION=, WARM_UP=, ROUNDS=)
	@tools/experiment $(NAME)

.PHONY: capacity
capacity: ## Print the pods, connections and gigabytes that MEMBERS need (MEMBERS="10000 1000000"; VALUES=1 for helm; WRITE=1 writes the docs)
	@tools/capacity $(if $(WRITE),--write,$(if $(VALUES),--values) $(MEMBERS))

##@ Kubernetes
.PHONY: deploy
deploy: ## Install Haru with its stores for an evaluation in the current kubectl context (REGISTRY=, TAG=, POSTGRES_IMAGE=, REDIS_IMAGE=, HELM_ARGS=)
	@tools/deploy $(HELM_ARGS)

.PHONY: status
status: ## Report the state of each part, and the reason if it is not ready
	@tools/status

.PHONY: undeploy
undeploy: ## Uninstall Haru, with all its data
	@tools/undeploy

.PHONY: e2e-k8s
e2e-k8s: images ## Install into the current cluster, disturb it under load, report failed requests (as images; POSTGRESQL=cloudnativepg or pooled; needs kubectl, helm, psql)
	@tools/e2e-k8s

##@ Help
.PHONY: help
help: ## List the targets
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
