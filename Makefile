# Every target first makes the environment in .venv if it is not there yet.
BIN := .venv/bin
INSTALLED := .venv/installed
GAMES := $(patsubst lunar_envs/games/%/__init__.py,%,$(wildcard lunar_envs/games/*/__init__.py))
GAME ?= lunarchitects

.PHONY: install demo test warm test-bounds test-rules lint bench clean

install: $(INSTALLED)

$(INSTALLED): pyproject.toml constraints.txt
	@for python in python3.13 python3.12 python3.11 python3; do \
		$$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
		python=; \
	done; \
	test -n "$$python" || { echo "Python 3.11 or newer with its venv module is needed"; exit 1; }; \
	$$python -m venv .venv
	$(BIN)/python -m pip install --constraint constraints.txt --editable '.[all]'
	@touch $@

demo: install
	$(BIN)/python -m training.demo

# First what one process does, two at a time and the longest first; then the workers, who find everything compiled.
test: install
	$(MAKE) --jobs 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync) test-rules warm test-bounds
	$(BIN)/python -m pytest --numprocesses 2

# Before the workers start, lest each compile the same.
warm: install
	$(BIN)/lunar-envs warm

# An index out of range raises here; compiled code would go on with another value.
test-bounds: install
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest tests/contract/test_contract.py $(wildcard $(GAMES:%=tests/%/test_scenarios.py) $(GAMES:%=tests/%/test_invariants.py))

# Only without JIT can coverage see the rules.
test-rules: install
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -m "not slow" tests/playthroughs $(GAMES:%=tests/%)
	$(BIN)/coverage report

lint: install
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: install
	$(BIN)/python -m benchmarks.throughput $(GAME)
	$(BIN)/python -m benchmarks.cold_start $(GAME)

clean:
	rm -rf .venv build dist *.egg-info .coverage .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
