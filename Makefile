# All tasks of this project. `make` lists the most common ones.

SWIFT ?= swift
BUILD ?= .build
# Debian's packages of the libraries that the built-in codecs use.
PACKAGES = libjpeg-dev libpng-dev zlib1g-dev libisal-dev liblcms2-dev nettle-dev libxxhash-dev libharfbuzz-dev
# Imports that Package.swift does not list are errors, so dependencies between modules stay as designed.
CHECKED = --explicit-target-dependency-import-check error
STATIC = --static-swift-stdlib
# The package in Web shares the build folder, so that the library is compiled once. Build manifests are not cached, because the
# cached manifest could belong to the other package.
SCRATCH = --scratch-path $(BUILD) --disable-build-manifest-caching
# Package.swift compiles some modules of these programs with less optimization. All programs in the build folder are compiled alike.
export FRAMEIT_QUICK = 1
# Programs need no debug information, and the compiler is faster without it.
LIGHT = -Xswiftc -gnone -Xcc -g0
# The program exports no functions. Otherwise the linker would keep those that nothing calls.
PROGRAM_BUILD = $(SCRATCH) -c release $(STATIC) $(LIGHT) -Xlinker --no-export-dynamic
WEB = --package-path Web
SAMPLE = frameit-sample.jpg
# For Benchmarks/run: `make benchmarks OPTIONS='--only W1,W3'`.
OPTIONS ?=
# For `make fuzz SECONDS=600 TARGET=png`; runs all targets without TARGET.
SECONDS ?= 60
TARGET ?=
# A folder with unusual images of other projects, for `make corpora`.
CORPORA ?= ../shared/corpora

.PHONY: help help-all setup build review studio studio-program embedded-page run test test-build test-release test-transcripts \
  test-declarations test-page test-example test-slow mutants lint format samples examples tools benchmarks times \
  quality arm64-kernels fuzz fuzz-smoke faults memory time-limits corpora soak test-recipes test-gain-maps test-chromium \
  test-touches test-changes test-report test-studio test-editors test-readers test-linear test-tutorial editors symbols api docs clean

help:  ## List the most common targets.
	@sed -n -E 's/^(build|run|test|lint|format|install):.*## (.*)/\1\t\2/p' Makefile Packaging/packaging.mk | expand -t 10
	@printf "\n'make help-all' lists all targets.\n"

help-all:  ## List all targets.
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' Makefile Plugins/plugins.mk Packaging/packaging.mk | expand -t 18

setup:  ## Install missing libraries.
	@scripts/setup $(PACKAGES)

build: setup  ## Build the program in release mode.
	$(SWIFT) build $(PROGRAM_BUILD) --product frameit
	@$(MAKE) --no-print-directory $(BUILD)/release/frameit-codec

# The program that `frameit compare --review` starts. It is found beside frameit.
review: setup  ## Build the program that serves reviews.
	$(SWIFT) build $(WEB) $(PROGRAM_BUILD) --product frameit-review

# The program that `frameit studio` starts. It is found beside frameit.
studio: build studio-program  ## Build the program in which fingers write a script.

studio-program: setup embedded-page
	$(SWIFT) build $(WEB) $(PROGRAM_BUILD) --product frameit-studio

PAGE = Web/Sources/CStudioPage

# The package manager does not see changes of files that C code embeds.
embedded-page:
	@if [ -n "$$(find $(PAGE) -newer $(PAGE)/studio_page.c -type f)" ]; then touch $(PAGE)/studio_page.c; fi

run: build  ## Frame a sample image.
	@$(BUILD)/release/frameit apply Examples/1-frame.txt SampleImages/landscape.jpg -o $(SAMPLE) --force
	@echo "The framed image is $(CURDIR)/$(SAMPLE)"

# Tests
#
# Everything is compiled once, in a folder of its own: see FRAMEIT_TESTS in Package.swift. The configuration is release, because
# a debug build of ArgumentParser checks the declarations of all options whenever a program starts, for a tenth of a second.

TESTED = $(BUILD)/tests
# Alone, the modules without C code link no libm, whose sqrt and floor unoptimized code calls.
TEST_BUILD = --scratch-path $(TESTED) --disable-build-manifest-caching -c release -Xswiftc -enable-testing $(LIGHT) $(CHECKED) -Xlinker -lm
SAMPLES = docs/library.md Sources/FrameKit/FrameKit.docc/*.md
RUN_TESTS = $(TESTED)/release/frameitPackageTests.xctest --testing-library swift-testing
# For `make test ONLY=FrameSceneTests`, or several test targets: builds and runs only these.
ONLY ?=
# Adds a line to the table of times that `make test` prints.
TIMED = @scripts/timed $(TESTED)/times

ifeq ($(ONLY),)
test: export FRAMEIT_TESTS = all
test: setup  ## Lint, and run all tests; ONLY=FrameSceneTests runs the tests of one target.
	@scripts/setup python3 python3-jsonschema
	@mkdir -p $(TESTED)
	@rm -f $(TESTED)/times
	$(TIMED) lint $(MAKE) --no-print-directory lint
	$(TIMED) build $(MAKE) --no-print-directory test-build
	$(TIMED) samples scripts/check-samples $(TESTED)/release $(SAMPLES)
	$(TIMED) "editor files" $(TESTED)/release/editor-files Editors --check
	$(TIMED) transcripts Tests/Transcripts/run $(TESTED)/release/frameit
	$(TIMED) schemas Tests/Schemas/check.py $(TESTED)/release/frameit
	$(TIMED) conformance Conformance/run --program $(TESTED)/release/frameit
	$(TIMED) tests $(RUN_TESTS)
	@scripts/timed $(TESTED)/times
else
test: export FRAMEIT_TESTS = $(ONLY)
test: setup
	$(SWIFT) build $(TEST_BUILD) --product frameitPackageTests
	$(if $(filter ProgramTests,$(ONLY)),$(SWIFT) build $(TEST_BUILD) --product frameit)
	@$(MAKE) --no-print-directory $(TESTED)/release/frameit-codec
	$(RUN_TESTS) $(foreach name,$(ONLY),--filter '^$(name)\.')
endif

test-build: setup
	$(SWIFT) build $(TEST_BUILD) --build-tests
	@$(MAKE) --no-print-directory $(TESTED)/release/frameit-codec

# For `make test-transcripts ACCEPT=1`.
ACCEPT ?=

test-transcripts: export FRAMEIT_TESTS = all
test-transcripts: setup  ## Run the transcripts of the program; ACCEPT=1 stores what they print.
	$(SWIFT) build $(TEST_BUILD) --product frameit
	@$(MAKE) --no-print-directory $(TESTED)/release/frameit-codec
	Tests/Transcripts/run $(TESTED)/release/frameit $(if $(ACCEPT),--accept)

# Everything is optimized, and the program is the one that users install.
OPTIMIZED = $(BUILD)/optimized
OPTIMIZED_BUILD = $(subst $(TESTED),$(OPTIMIZED),$(TEST_BUILD))

# FRAMEIT_TESTS is set for single commands: the shipped program must not be built with it.
test-release: build  ## Run all tests on optimized code and the shipped program; for pushes and before a tag.
	FRAMEIT_TESTS=optimized $(SWIFT) build $(OPTIMIZED_BUILD) -Xswiftc -DTHOROUGH --build-tests
	@$(MAKE) --no-print-directory $(OPTIMIZED)/release/frameit-codec test-declarations
	FRAMEIT_TEST_PROGRAM=$(abspath $(BUILD))/release/frameit $(subst $(TESTED),$(OPTIMIZED),$(RUN_TESTS))
	Tests/Transcripts/run $(BUILD)/release/frameit
	@$(MAKE) --no-print-directory test-example test-page

# A debug build of ArgumentParser checks the declarations of all options.
test-declarations:
	$(SWIFT) build --scratch-path $(BUILD)/debug-program -Xswiftc -gnone --product frameit
	$(BUILD)/debug-program/debug/frameit --version
	$(BUILD)/debug-program/debug/frameit check Examples/1-frame.txt

# Each of these takes minutes.
SLOW = test-release tools faults corpora check-plugins fuzz-smoke test-tutorial test-editors test-readers test-linear test-recipes time-limits test-gain-maps \
  test-chromium test-touches test-changes test-report test-studio arm64-kernels memory soak test-install dist test-dist test-deb test-wheel test-formulas

test-slow:  ## Run every slow target that has not passed at this commit, and print a table.
	scripts/slow $(BUILD)/slow $(SLOW)

times:  ## Measure the processor time of building and running the tests; ACCEPT=1 stores it.
	scripts/times Tests/times.tsv $(BUILD)/times $(if $(ACCEPT),--accept) -- $(filter-out --scratch-path $(TESTED),$(TEST_BUILD))

mutants: setup  ## Plant faults in a copy of the sources, and count the faults that the tests find; takes an hour.
	scripts/mutants $(BUILD)/mutants

# One gesture in the studio, only where Chromium and its driver are. `make test-studio` tests the rest.
test-page: build embedded-page
	@if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then \
	  $(MAKE) --no-print-directory studio-program \
	  && Tests/Chromium/studio.py $(BUILD)/release/frameit --only pinch_and_twist; \
	else echo "The studio is not tested here: there is no chromedriver."; fi

# Packages that use the libraries as others would.
test-example:
	$(SWIFT) run --package-path Examples/Layers --scratch-path $(BUILD)/example pinch
	$(SWIFT) test --package-path Examples/Library --scratch-path $(BUILD)/example
	$(BUILD)/example/debug/frame-folder SampleImages $(BUILD)/framed

# C code is optimized in debug builds, too: unoptimized kernels would take most of the time.
DEBUG = $(SCRATCH) -Xcc -O2 $(LIGHT)

SYMBOLS = $$($(SWIFT) build $(DEBUG) --show-bin-path)/../symbolgraph

# The public symbols of every module, with their documentation.
symbols: setup
	$(SWIFT) build $(DEBUG) --build-tests $(CHECKED)
	$(SWIFT) package $(DEBUG) dump-symbol-graph --minimum-access-level public --skip-synthesized-members

api: symbols  ## Compare the library's public API with docs/api.txt; ACCEPT=1 stores it.
	scripts/api $(SYMBOLS) $(if $(ACCEPT),--accept)

docs: symbols  ## Build the documentation of the library, and compile its samples.
	mkdir -p $(BUILD)/docc
	cp $(SYMBOLS)/FrameKit.symbols.json $(BUILD)/docc
	docc convert Sources/FrameKit/FrameKit.docc --fallback-display-name FrameKit \
	  --fallback-bundle-identifier org.frameit.FrameKit --additional-symbol-graph-dir $(BUILD)/docc \
	  --output-dir $(BUILD)/FrameKit.doccarchive --warnings-as-errors
	scripts/check-samples $$($(SWIFT) build $(DEBUG) --show-bin-path) $(SAMPLES)

lint:  ## Check the style of the sources.
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Plugins Tests SampleImages Benchmarks Examples Editors Web
	@scripts/check-rules
	@scripts/check-manifest

format:  ## Format the sources.
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Plugins Tests SampleImages Benchmarks Examples Editors Web

samples: export FRAMEIT_TOOLS = 1
samples:  ## Draw the sample images again.
	$(SWIFT) run $(SCRATCH) -c release draw-samples SampleImages

editors: export FRAMEIT_TOOLS = 1
editors:  ## Write the syntax files of editors again.
	$(SWIFT) run $(DEBUG) editor-files Editors

clean:  ## Remove build results.
	rm -rf $(BUILD) $(SAMPLE)

examples: build  ## Make the images of the examples again.
	cd Examples && ./make-images ../$(BUILD)/release/frameit

TOOLS = draw-samples kernel-benchmark gesture-benchmark library-benchmark edit-benchmark

tools: export FRAMEIT_TOOLS = 1
tools: setup  ## Build the programs for developers.
	set -e; for tool in $(TOOLS); do $(SWIFT) build $(PROGRAM_BUILD) --product $$tool; done

benchmarks: build tools  ## Measure the program beside others; needs Benchmarks/install-peers.
	Benchmarks/run --program $(BUILD)/release/frameit $(OPTIONS)

quality: build  ## Compare pixels with the definition and with other programs; needs Benchmarks/install-peers.
	Benchmarks/.venv/bin/python Benchmarks/Quality/check.py $(BUILD)/release/frameit
	Benchmarks/.venv/bin/python Benchmarks/Quality/colors.py $(BUILD)/release/frameit
	Benchmarks/.venv/bin/python Benchmarks/Quality/lookups.py $(BUILD)/release/frameit
	Benchmarks/.venv/bin/python Benchmarks/Quality/effects.py $(BUILD)/release/frameit
	Benchmarks/.venv/bin/python Benchmarks/Quality/moire.py $(BUILD)/release/frameit
	Benchmarks/.venv/bin/python Benchmarks/Quality/perspective.py $(BUILD)/release/frameit
	Benchmarks/.venv/bin/python Benchmarks/Quality/lossless.py $(BUILD)/release/frameit

fuzz:  ## Fuzz everything that reads input, under sanitizers.
	@scripts/fuzz $(SECONDS) $(TARGET)

fuzz-smoke:  ## Run each fuzz target for 20 seconds, starting from the stored corpora.
	@scripts/fuzz 20 $(TARGET)

# With Swift's clang, as the package: other compilers do not support its vector types.
FAULTS = $(wildcard Tests/Faults/*.c Plugins/JPEG/CJPEG/*.c Plugins/PNG/CPNG/*.c) Sources/CFrameCodec/io.c

$(BUILD)/faults: $(FAULTS) $(wildcard Tests/Faults/*.h Plugins/*/C*/*.h Plugins/*/C*/include/*.h)
	@mkdir -p $(@D)
	"$$(dirname "$$(readlink -f "$$(command -v swiftc)")")/clang" -std=c11 -g -O1 -Wall -Wextra \
	  -fsanitize=undefined -fno-sanitize-recover=undefined -ISources/CFrameCodec/include \
	  -IPlugins/JPEG/CJPEG/include -IPlugins/PNG/CPNG/include -o $@ $(FAULTS) -ljpeg -lpng -lz -lisal

faults: $(BUILD)/faults  ## Fail every allocation in the C of the built-in codecs, one after the other.
	$(BUILD)/faults

# For `make memory RANDOM=1000`.
RANDOM ?= 200

memory: build  ## Check that scripts stay within their memory limit; takes half an hour.
	Tests/Limits/memory.py $(BUILD)/release/frameit --random $(RANDOM)

corpora: build  ## Test with unusual images of other projects.
	@scripts/setup libjpeg-turbo-progs netpbm
	Tests/Corpora/check.py $(BUILD)/release/frameit $(CORPORA)

# For `make time-limits SCRIPTS='hits "a long menu"'`, with names from Tests/Limits/time.py; runs all scripts without SCRIPTS.
SCRIPTS ?=

time-limits: build  ## Check the time of repetitive scripts, and how fast --max-time ends work.
	Tests/Limits/time.py $(BUILD)/release/frameit $(SCRIPTS)
	Tests/Limits/cancel.py $(BUILD)/release/frameit

# For `make soak IMAGES=100000 ROUNDS=3`.
IMAGES ?= 10000
ROUNDS ?= 20

soak: build  ## Kill and interrupt long batches, and measure their memory; takes a quarter of an hour.
	Tests/Batches/same.py $(BUILD)/release/frameit
	Tests/Batches/kill.py $(BUILD)/release/frameit
	Tests/Batches/olddisk.py $(BUILD)/release/frameit
	Tests/Batches/soak.py $(BUILD)/release/frameit $(IMAGES) $(ROUNDS)

test-tutorial: build  ## Run every command of docs/tutorial.md.
	docs/run-tutorial $(BUILD)/release/frameit

# For `make test-chromium CASES='dial joins'`, by the names of Tests/Chromium/Cases.
CASES ?=

test-chromium: build  ## Compare our pixels with Chromium's, of our SVG and of pages of CSS.
	@scripts/setup chromium python3-numpy
	Tests/Chromium/check.py $(BUILD)/release/frameit --out $(BUILD)/chromium $(CASES)
	Tests/Chromium/probes.py $(BUILD)/release/frameit --out $(BUILD)/chromium/probes

test-touches: build  ## Play written touches and the conformance facts in Chromium.
	@scripts/setup chromium chromium-driver
	Tests/Chromium/touches.py $(BUILD)/release/frameit
	Conformance/adapters/web/run

test-changes: build  ## Plant changes in pages drawn by Chromium, and count what compare makes of them.
	@scripts/setup chromium python3-pil fonts-dejavu-core
	Tests/Chromium/changes.py $(BUILD)/release/frameit --out $(BUILD)/changes

# Playwright and axe are PyPI's.
test-report: build review $(BUILD)/report/installed  ## Use the HTML report and a review in Chromium, and check them with axe.
	@scripts/setup chromium
	$(SWIFT) test $(WEB) $(DEBUG)
	$(BUILD)/report/bin/python Tests/Chromium/report.py $(BUILD)/release/frameit --out $(BUILD)/report/screens
	$(BUILD)/report/bin/python Tests/Chromium/review.py $(BUILD)/release/frameit --out $(BUILD)/report/screens

test-studio: build studio $(BUILD)/report/installed  ## Use the studio in Chromium: gestures that replay, tools, errors, keyboard, attacks, axe.
	@scripts/setup chromium chromium-driver fonts-dejavu-core
	$(SWIFT) test $(WEB) $(DEBUG)
	Tests/Chromium/touches.py $(BUILD)/release/frameit
	Tests/Chromium/studio.py $(BUILD)/release/frameit --out $(BUILD)/studio
	$(BUILD)/report/bin/python Tests/Chromium/accessibility.py $(BUILD)/release/frameit

# textmate-grammar-python and pexpect are PyPI's.
test-editors: build $(BUILD)/editors/installed  ## Highlight scripts in editors, and complete commands in shells.
	@scripts/setup vim bash-completion zsh fish
	$(BUILD)/editors/bin/python Tests/Editors/check.py
	$(BUILD)/editors/bin/python Tests/Editors/completions.py $(BUILD)/release/frameit

$(BUILD)/editors/installed:
	@scripts/setup python3-venv
	/usr/bin/python3 -m venv $(@D)
	$(@D)/bin/pip install -q textmate-grammar-python==0.6.1 pexpect==4.9.0
	@touch $@

test-linear: build  ## Measure that inputs of every kind are read in linear time. Needs a quiet machine.
	Tests/Linear/check.py $(BUILD)/release/frameit $(KINDS)

# For `make test-readers FORMATS=gif,webp`; checks all formats without FORMATS.
FORMATS ?=

# pyvips-binary has libvips 8.18 with newer libraries than Debian's, which the plugins use; so has imagecodecs.
test-readers: build plugin-libraries plugins $(BUILD)/readers/installed  ## Read what frameit writes with other programs, and compare it.
	FRAMEIT_PLUGIN_PATH=$(BUILD)/plugins $(BUILD)/readers/bin/python Tests/Readers/check.py $(BUILD)/release/frameit \
	  $(if $(FORMATS),--formats $(FORMATS))

$(BUILD)/readers/installed:
	@scripts/setup python3-venv imagemagick webp libimage-exiftool-perl ffmpeg netpbm gifsicle pngcheck apngdis libjxl-tools \
	  libavif-bin libtiff-tools
	/usr/bin/python3 -m venv $(@D)
	$(@D)/bin/pip install -q numpy==2.4.6 pillow==13.0.0 pillow-jxl-plugin==1.3.8 pyvips==3.2.0 pyvips-binary==8.18.7 \
	  tifffile==2026.3.3 imagecodecs==2026.3.6
	@touch $@

$(BUILD)/report/installed:
	@scripts/setup python3-venv
	/usr/bin/python3 -m venv $(BUILD)/report
	$(BUILD)/report/bin/pip install -q playwright==1.65.2 axe-playwright-python==0.1.8
	touch $@

# Java 17 and GNU parallel are Debian's, pyspark is PyPI's.
test-recipes: build $(BUILD)/recipes/installed  ## Run the recipes: screenshots, and GNU parallel, Spark and shards while killing workers.
	Tests/Recipes/parallel.py $(BUILD)/release/frameit
	Tests/Recipes/shards.py $(BUILD)/release/frameit
	$(BUILD)/recipes/bin/python Tests/Recipes/spark.py $(BUILD)/release/frameit
	@scripts/setup python3-yaml
	Tests/Recipes/screenshots.py $(BUILD)/release/frameit

$(BUILD)/recipes/installed:
	@scripts/setup parallel openjdk-17-jre-headless python3-venv
	python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet pyspark==4.3.0
	@touch $@

# pyvips-binary has libvips 8.18 with libultrahdr. Photos can be given: `make test-gain-maps PHOTOS='a.jpg b.jpg'`.
PHOTOS ?= SampleImages/landscape.jpg SampleImages/portrait-1.jpg
test-gain-maps: build plugin-libraries plugins $(BUILD)/gain-maps/installed  ## Check the gain maps of HDR photos in float64, and with four other programs.
	$(BUILD)/gain-maps/bin/python Tests/GainMaps/oracle.py $(BUILD)/release/frameit $(PHOTOS)
	$(BUILD)/gain-maps/bin/python Tests/GainMaps/audit.py $(BUILD)/release/frameit $(PHOTOS)
	$(BUILD)/gain-maps/bin/python Tests/GainMaps/apple.py $(BUILD)/release/frameit $(BUILD)/plugins $(PHOTOS)

$(BUILD)/gain-maps/installed:
	@scripts/setup python3-venv libimage-exiftool-perl libheif-examples
	python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet pyvips==3.2.0 pyvips-binary==8.18.7 pyultrahdr==0.1.0 gainmap-audit==0.1.2 \
	  numpy scipy pillow opencv-python-headless
	@touch $@

arm64-kernels:  ## Compare the kernels with arm64 under qemu.
	@scripts/check-arm64-kernels

# The codecs that are loaded: `make plugins`, `make check-plugins`.
include Plugins/plugins.mk

# `make install`, `make dist`.
include Packaging/packaging.mk
