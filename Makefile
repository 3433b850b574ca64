# `make` lists the commands. demo and test need nothing but Python 3.11 and make.
PYTHON ?= python3
RUN := .venv/bin/python
STAMP := .venv/.requirements
REQUIREMENTS := requirements/base.txt requirements/dev.txt requirements/embedded.txt
SYSTEMS := $(patsubst requirements/systems/%.in,%,$(wildcard requirements/systems/*.in))

.DEFAULT_GOAL := help
.PHONY: help setup demo run test test-long test-pooled faults soak attacks compose-test swarm-test mutants peers peer-systems lint
.PHONY: helm-lint format languages client bench papers pictures pin clean licences audit advisories

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' Makefile

setup: $(STAMP) ## make .venv with the pinned requirements

$(STAMP): $(REQUIREMENTS) scripts/setup
	@PYTHON=$(PYTHON) scripts/setup $(REQUIREMENTS)
	@touch $@

demo: ## serve Midpath with the demo study until Ctrl-C (PORT=8001 chooses the port, DIRECTORY=… its data)
	@PYTHON=$(PYTHON) scripts/need-python
	@exec $(PYTHON) -m embedded prepare
	@exec $(RUN) -m embedded $(if $(DIRECTORY),--directory $(DIRECTORY)) demo --prepared

run: setup ## run a command with a database and a broker: make run COMMAND="manage.py shell"
	@exec $(RUN) -m embedded run -- $(RUN) $(COMMAND)

# Test processes, and the servers and commands that tests start, read the same modules, so compiled
# modules are stored even where the environment says otherwise.
test: setup ## run the quick tests, those in a browser too (ARGS="-k claim" narrows)
	@scripts/need-browser
	PYTHONDONTWRITEBYTECODE= $(RUN) -m pytest -n auto --dist loadgroup $(ARGS)

test-long: setup ## run every test at full size: all pages, sizes, requests, faults and examples
	@scripts/need-browser
	MIDPATH_LONG=1 $(RUN) -m pytest -n auto --dist loadgroup $(ARGS)

faults: setup ## run the tests of all faults in docs/promises.md at full size and print their table (NUMBERS=14 runs those of one)
	@scripts/need-browser
	MIDPATH_LONG=1 $(RUN) -m pytest -n 0 --promises fault$(if $(NUMBERS),:$(NUMBERS)) $(ARGS)

soak: setup ## let 200 users work for 10 minutes behind nginx, and compare what they were told with the database (ARGS="--users 20 --seconds 60")
	$(RUN) -m embedded run --temporary -- $(RUN) -m tests.soak $(ARGS)

compose-test: setup ## run docker-compose.yml in containers and kill some while people work
	$(RUN) -m tests.compose $(ARGS)

swarm-test: setup ## run docker-compose.yml and deploy/swarm.yml in a Swarm of two engines, and kill some while people work
	$(RUN) -m tests.compose --swarm $(ARGS)

attacks: setup ## run the tests of all attacks in docs/promises.md and print their table (NUMBERS=13,14 runs those of two)
	@scripts/need-browser
	MIDPATH_LONG=1 $(RUN) -m pytest -n auto --dist loadgroup --promises attack$(if $(NUMBERS),:$(NUMBERS)) $(ARGS)

test-pooled: setup ## run the tests of services, jobs, faults and pages through PgBouncer (ARGS="-k claim" narrows)
	@scripts/need-browser
	MIDPATH_POOLED=1 PYTHONDONTWRITEBYTECODE= $(RUN) -m pytest -n auto --dist loadgroup \
		tests/services tests/tasks tests/faults tests/journeys $(ARGS)

mutants: setup ## break each guard in a copy and show that a test turns red (ARGS="login" narrows, ARGS="--shard 1/4" runs a part)
	@scripts/need-browser
	$(RUN) -m tests.mutants $(ARGS)

peers: ## make .peers, other libraries that tests compare with and that read exported files in tests
	@scripts/need-python
	$(PYTHON) -m venv --clear .peers
	.peers/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/peers.txt
	@touch .peers/ready

peer-systems: $(SYSTEMS:%=.peers-systems/%/ready) ## install other annotation systems, each in an environment of its own, for make bench systems

.peers-systems/%/ready: requirements/systems/%.txt
	@scripts/need-python
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

lint: setup ## check style, types, imports, pages, scripts, migrations and the container files
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	MIDPATH_DEBUG=1 $(RUN) -m mypy --num-workers 2 .
	.venv/bin/lint-imports --no-logo
	$(RUN) -m djlint --lint --quiet templates $(wildcard addons/*/templates)
	scripts/check-static
	MIDPATH_DEBUG=1 DATABASE_URL=postgresql://localhost:1/none $(RUN) -W ignore::RuntimeWarning manage.py makemigrations --check
	$(RUN) -m embedded run --temporary -- $(RUN) scripts/check_migrations.py
	scripts/check-compose

helm-lint: .helm/ready ## check the Helm chart (deploy/helm) and what it renders; makes .helm, which its tests need, too
	scripts/check-helm

.helm/ready: requirements/helm.txt scripts/setup-helm
	@scripts/need-python
	@PYTHON=$(PYTHON) scripts/setup-helm

format: setup ## let ruff and Biome fix what they can
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .
	scripts/check-static --write

languages: setup ## collect what workers read into the translations (locale/), then translate what is new
	MIDPATH_DEBUG=1 DATABASE_URL=postgresql:/// $(RUN) manage.py languages

client: setup ## write the client's types and operations (midpath/) from the API schema
	MIDPATH_DEBUG=1 DATABASE_URL=postgresql:/// $(RUN) manage.py spectacular --format openapi-json | \
		$(RUN) -m midpath_generator

licences: setup ## list the licences of third-party software (THIRD-PARTY-LICENSES)
	listed=$$($(RUN) scripts/third_party_licences.py) && echo "$$listed" >THIRD-PARTY-LICENSES

audit: setup ## compare the pinned requirements with known vulnerabilities (requirements/advisories.json), without a network
	$(RUN) scripts/advisories.py audit

advisories: setup ## read the known vulnerabilities again: make advisories FROM=… names a folder or a ZIP in OSV format
	$(RUN) scripts/advisories.py refresh $(FROM)

bench: setup ## measure everything side by side; make bench score measures one part
	$(RUN) -m embedded run --temporary -- $(RUN) -m bench $(ARGS) $(PARTS)

# The words after bench name its parts; they are no targets of their own.
ifeq ($(firstword $(MAKECMDGOALS)),bench)
PARTS := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
.PHONY: $(PARTS)
$(PARTS):
	@:
endif

papers: setup ## recompute the papers' tables and figures (docs/papers.md) from the data in ../shared/data (DATA=… names another folder)
	.venv/bin/midpath papers --out docs --page $(if $(DATA),--data $(DATA))

pictures: setup ## draw the pictures of docs/img anew, in a browser, from the demo's study
	@scripts/need-browser
	$(RUN) -m embedded run --temporary -- $(RUN) -m pictures $(ARGS)

pin: ## pin the newest allowed requirements again (needs uv)
	for part in base image dev embedded peers $(SYSTEMS:%=systems/%); do \
		uv pip compile --quiet --upgrade --python-version 3.11 --generate-hashes --no-header \
			--no-emit-index-url --no-emit-find-links --no-strip-markers \
			requirements/$$part.in -o requirements/$$part.txt; done

clean: ## remove what setup and tests made; the demo's data in .midpath/ stays
	rm -rf build *.egg-info agreement/build agreement/*.egg-info
	rm -rf .venv .peers .peers-systems .helm .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -rf .import_linter_cache staticfiles
