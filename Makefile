# Everything that is done with this project, by name. `make` alone lists it.

SWIFT ?= swift
BUILD ?= .build
# Debian's packages that the built-in codecs are made on.
PACKAGES = libjpeg-dev libpng-dev zlib1g-dev libisal-dev liblcms2-dev nettle-dev libxxhash-dev libharfbuzz-dev
# An import that Package.swift does not allow is an error: the arrows between modules stay true.
CHECKED = --explicit-target-dependency-import-check error
STATIC = --static-swift-stdlib
SAMPLE = frameit-sample.jpg
# For Benchmarks/run: `make benchmarks OPTIONS='--only W1,W3'`.
OPTIONS ?=
# For `make fuzz SECONDS=600 TARGET=png`; without a target all of them, one after the other.
SECONDS ?= 60
TARGET ?=
# Odd images of other projects, for `make corpora`.
CORPORA ?= ../shared/corpora

.PHONY: help setup build run test test-debug test-release test-example lint format samples examples benchmarks \
  quality arm64-kernels fuzz fuzz-smoke faults memory time-limits corpora soak test-recipes test-chromium clean

help:  ## List the targets.
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' Makefile Plugins/plugins.mk Packaging/packaging.mk | expand -t 16

setup:  ## Install the libraries that are missing.
	@scripts/setup $(PACKAGES)

build: setup  ## Build the program, optimized.
	$(SWIFT) build --scratch-path $(BUILD) -c release $(STATIC) --product frameit
	$(SWIFT) build --scratch-path $(BUILD) -c release $(STATIC) --product frameit-codec

run: build  ## Frame a sample image and say where the result is.
	@$(BUILD)/release/frameit apply Examples/1-frame.txt SampleImages/landscape.jpg -o $(SAMPLE) --force
	@echo "The framed image is $(CURDIR)/$(SAMPLE)"

test: setup lint test-debug test-release test-example  ## Lint, then run all tests, in debug and in release.

test-debug:
	$(SWIFT) build --scratch-path $(BUILD) --build-tests $(CHECKED)
	$(SWIFT) test --scratch-path $(BUILD) --skip-build --parallel

test-release:
	$(SWIFT) build --scratch-path $(BUILD) -c release -Xswiftc -enable-testing --build-tests
	$(SWIFT) test --scratch-path $(BUILD) -c release -Xswiftc -enable-testing --skip-build --parallel

# A package that has FrameTesting from this one, as others would: built on its own.
test-example:
	$(SWIFT) test --package-path Examples/GoldenTests --scratch-path $(BUILD)/example

lint:  ## Check the style of the sources.
	$(SWIFT) format lint --strict --recursive Package.swift Sources Plugins Tests SampleImages Benchmarks Examples
	@scripts/check-rules

format:  ## Bring the sources into style.
	$(SWIFT) format --in-place --recursive Package.swift Sources Plugins Tests SampleImages Benchmarks Examples

samples:  ## Draw the sample images anew.
	$(SWIFT) run --scratch-path $(BUILD) -c release draw-samples SampleImages

clean:  ## Remove what was built.
	rm -rf $(BUILD) $(SAMPLE)

examples: build  ## Make the images of the README anew.
	cd Examples && ./make-images ../$(BUILD)/release/frameit

benchmarks: build  ## Measure the program beside others; Benchmarks/install-peers installs them.
	$(SWIFT) build --scratch-path $(BUILD) -c release $(STATIC) --product kernel-benchmark
	$(SWIFT) build --scratch-path $(BUILD) -c release $(STATIC) --product gesture-benchmark
	Benchmarks/run --program $(BUILD)/release/frameit $(OPTIONS)

quality: build  ## Check pixels against the definition, and against others; needs Benchmarks/install-peers.
	Benchmarks/.venv/bin/python Benchmarks/Quality/check.py $(BUILD)/release/frameit
	Benchmarks/.venv/bin/python Benchmarks/Quality/moire.py $(BUILD)/release/frameit
	Benchmarks/.venv/bin/python Benchmarks/Quality/lossless.py $(BUILD)/release/frameit

fuzz:  ## Feed damaged input to all that reads any, for a while each, under the sanitizers.
	@scripts/fuzz $(SECONDS) $(TARGET)

fuzz-smoke:  ## The same for 20 seconds each, from the corpora that are kept.
	@scripts/fuzz 20 $(TARGET)

# By Swift's clang, as the package: what is written in its vectors no other compiler takes.
FAULTS = $(wildcard Tests/Faults/*.c Plugins/JPEG/CJPEG/*.c Plugins/PNG/CPNG/*.c) Sources/CFrameCodec/io.c

$(BUILD)/faults: $(FAULTS) $(wildcard Tests/Faults/*.h Plugins/*/C*/*.h Plugins/*/C*/include/*.h)
	@mkdir -p $(@D)
	"$$(dirname "$$(readlink -f "$$(command -v swiftc)")")/clang" -std=c11 -g -O1 -Wall -Wextra \
	  -fsanitize=undefined -fno-sanitize-recover=undefined -ISources/CFrameCodec/include \
	  -IPlugins/JPEG/CJPEG/include -IPlugins/PNG/CPNG/include -o $@ $(FAULTS) -ljpeg -lpng -lz -lisal

faults: $(BUILD)/faults  ## Fail every allocation of the built-in codecs' C, one after the other.
	$(BUILD)/faults

# For `make memory RANDOM=1000`.
RANDOM ?= 200

memory: build  ## Check that no script makes the program hold more than its limit; takes half an hour.
	Tests/Limits/memory.py $(BUILD)/release/frameit --random $(RANDOM)

corpora: build  ## Hold the program against odd images of other projects, where they are.
	@scripts/setup libjpeg-turbo-progs netpbm
	Tests/Corpora/check.py $(BUILD)/release/frameit $(CORPORA)

# For `make time-limits SCRIPTS='hits "a long menu"'`, by the names in Tests/Limits/time.py; without it all of them.
SCRIPTS ?=

time-limits: build  ## Run scripts that repeat one thing very often against bounds on time, and measure how late --max-time ends work.
	Tests/Limits/time.py $(BUILD)/release/frameit $(SCRIPTS)
	Tests/Limits/cancel.py $(BUILD)/release/frameit

# For `make soak IMAGES=100000 ROUNDS=3`.
IMAGES ?= 10000
ROUNDS ?= 20

soak: build  ## Kill and interrupt long batches, on old disks too, and measure their memory; takes a quarter of an hour.
	Tests/Batches/same.py $(BUILD)/release/frameit
	Tests/Batches/kill.py $(BUILD)/release/frameit
	Tests/Batches/olddisk.py $(BUILD)/release/frameit
	Tests/Batches/soak.py $(BUILD)/release/frameit $(IMAGES) $(ROUNDS)

# For `make test-chromium CASES='dial joins'`, by the names of Tests/Chromium/Cases.
CASES ?=

test-chromium: build  ## Hold what we draw against what Chromium makes of our SVG.
	@scripts/setup chromium python3-numpy
	Tests/Chromium/check.py $(BUILD)/release/frameit --out $(BUILD)/chromium $(CASES)

# Java 17 and GNU parallel are Debian's, pyspark is PyPI's.
test-recipes: build $(BUILD)/recipes/installed  ## Run the recipes for GNU parallel, Spark and shards, and kill workers meanwhile.
	Tests/Recipes/parallel.py $(BUILD)/release/frameit
	Tests/Recipes/shards.py $(BUILD)/release/frameit
	$(BUILD)/recipes/bin/python Tests/Recipes/spark.py $(BUILD)/release/frameit

$(BUILD)/recipes/installed:
	@scripts/setup parallel openjdk-17-jre-headless python3-venv
	python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet pyspark==4.3.0
	@touch $@

arm64-kernels:  ## Compare the kernels in C with what they give on arm64, which qemu plays.
	@scripts/check-arm64-kernels

# The codecs that are loaded: `make plugins`, `make check-plugins`.
include Plugins/plugins.mk

# `make install`, `make dist`.
include Packaging/packaging.mk
