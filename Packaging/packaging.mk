# Installing and packing the program.
#
#   make install PREFIX=$HOME/.local                builds and installs
#   make build plugins && sudo make install-built   builds nothing as root
#   make install DESTDIR=stage PREFIX=/usr          for packages
#   make uninstall                                  with the same variables

PREFIX ?= /usr/local
DESTDIR ?=

# The installed files; `make dist` sets others.
PROGRAM = $(BUILD)/release/frameit
WORKER = $(BUILD)/release/frameit-codec
REVIEWER = $(BUILD)/release/frameit-review
STUDIO = $(BUILD)/release/frameit-studio
LOADED = $(BUILD)/plugins
# Installed programs have no symbols. `make dist` removes more.
STRIP = -s
# qoi-c is only an example.
INSTALLED_PLUGINS = $(filter-out qoi-c,$(PLUGINS)) $(EFFECTS)

# The date of the commit, so builds are reproducible.
EPOCH = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null || date -r CHANGELOG.md +%s))

.PHONY: install install-built uninstall manual dist test-install test-dist version release check-release \
  packed-programs cross-programs dist-arm64 test-arm64 deb repository test-deb test-formulas wheel test-wheel

# Man pages and shell completions are made from the installed program, so they are never out of date.

# The program that prints them: another one if PROGRAM is for another machine.
PRINTER = $(PROGRAM)
MANUAL = $(PRINTER)-manual
COMPLETIONS = $(PRINTER)-completions

manual: $(MANUAL)/frameit.1  ## Make the man pages; try `man -l .build/release/frameit-manual/frameit.1`.

$(MANUAL)/frameit.1: $(PRINTER) Packaging/manual Packaging/frameit.mdoc docs/script.md
	rm -rf $(MANUAL)
	SOURCE_DATE_EPOCH=$(EPOCH) Packaging/manual $(PRINTER) $(MANUAL)

$(COMPLETIONS)/%: $(PRINTER)
	@mkdir -p $(COMPLETIONS)
	$(PRINTER) completions $* >$@.part && mv $@.part $@

# `make dist` has rules for its own.
$(filter-out $(BUILD)/dist%,$(PROGRAM)):
	@echo "There is no $@ yet: make build plugins" >&2; exit 1

install: build plugins review studio  ## Install into PREFIX (/usr/local), below DESTDIR if set.
	@command -v python3 >/dev/null || scripts/setup python3
	$(MAKE) --no-print-directory install-built

ROOT = $(DESTDIR)$(PREFIX)
PLUGIN_PLACE = $(ROOT)/lib/frameit/plugins
DOC_PLACE = $(ROOT)/share/doc/frameit
MAN_PLACE = $(ROOT)/share/man
BASH_PLACE = $(ROOT)/share/bash-completion/completions
ZSH_PLACE = $(ROOT)/share/zsh/site-functions
FISH_PLACE = $(ROOT)/share/fish/vendor_completions.d

# The program finds the worker relative to itself, so the tree can be moved as a whole.
install-built: $(PROGRAM) $(WORKER) $(MANUAL)/frameit.1 $(addprefix $(COMPLETIONS)/,bash zsh fish)
	install -d "$(ROOT)/bin" "$(ROOT)/libexec/frameit" "$(PLUGIN_PLACE)" "$(ROOT)/include" "$(MAN_PLACE)/man1" "$(MAN_PLACE)/man5" \
	  "$(BASH_PLACE)" "$(ZSH_PLACE)" "$(FISH_PLACE)"
	install $(STRIP) -m 755 $(PROGRAM) "$(ROOT)/bin/frameit"
	install -m 755 $(WORKER) "$(ROOT)/libexec/frameit/frameit-codec"
	if [ -e $(REVIEWER) ]; then install $(STRIP) -m 755 $(REVIEWER) "$(ROOT)/libexec/frameit/frameit-review"; fi
	if [ -e $(STUDIO) ]; then install $(STRIP) -m 755 $(STUDIO) "$(ROOT)/libexec/frameit/frameit-studio"; fi
	for name in $(INSTALLED_PLUGINS); do \
	  if [ -e $(LOADED)/$$name.so ]; then \
	    install -m 644 $(LOADED)/$$name.* "$(PLUGIN_PLACE)" || exit 1; \
	  fi; \
	done
	install -m 644 $(CONTRACT) "$(ROOT)/include"
	install -m 644 $(MANUAL)/*.1 "$(MAN_PLACE)/man1"
	install -m 644 $(MANUAL)/*.5 "$(MAN_PLACE)/man5"
	install -m 644 $(COMPLETIONS)/bash "$(BASH_PLACE)/frameit"
	install -m 644 $(COMPLETIONS)/zsh "$(ZSH_PLACE)/_frameit"
	install -m 644 $(COMPLETIONS)/fish "$(FISH_PLACE)/frameit.fish"
	install -D -m 644 Sources/CText/Inter/LICENSE "$(DOC_PLACE)/LICENSE.Inter"
	Packaging/documents | while read -r file; do \
	  if [ -x "$$file" ]; then mode=755; else mode=644; fi; \
	  install -D -m $$mode "$$file" "$(DOC_PLACE)/$$file" || exit 1; \
	done

# Folders to remove if they are empty, the deepest first. Folders of the system stay.
FOLDERS = $(PLUGIN_PLACE) $(ROOT)/lib/frameit $(ROOT)/share/bash-completion/completions $(ROOT)/share/bash-completion \
  $(ROOT)/share/zsh/site-functions $(ROOT)/share/zsh $(ROOT)/share/fish/vendor_completions.d $(ROOT)/share/fish \
  $(ROOT)/share/man/man1 $(ROOT)/share/man/man5 $(ROOT)/share/man $(ROOT)/share/doc \
  $(if $(filter-out /usr /usr/local,$(PREFIX)),$(addprefix $(ROOT)/,bin include lib libexec share))

# Folders with files of others stay.
uninstall:  ## Remove an installation.
	rm -f "$(ROOT)/bin/frameit" "$(ROOT)/include/$(notdir $(CONTRACT))" "$(MAN_PLACE)"/man1/frameit.1 \
	  "$(MAN_PLACE)"/man1/frameit-*.1 "$(MAN_PLACE)"/man5/frameit-script.5 \
	  "$(BASH_PLACE)/frameit" "$(ZSH_PLACE)/_frameit" "$(FISH_PLACE)/frameit.fish" \
	  $(foreach name,$(INSTALLED_PLUGINS),"$(PLUGIN_PLACE)/$(name)".so "$(PLUGIN_PLACE)/$(name)".codec "$(PLUGIN_PLACE)/$(name)".effect)
	rm -rf "$(ROOT)/libexec/frameit" "$(DOC_PLACE)"
	for folder in $(foreach folder,$(FOLDERS),"$(folder)"); do \
	  if [ -d "$$folder" ]; then rmdir --ignore-fail-on-non-empty "$$folder"; fi; \
	done

test-install: build plugins review studio  ## Install into a temporary folder, and test the installation.
	Tests/Packaging/check-install $(MAKE)

# The packed program needs only a kernel. The worker needs the C library, because it loads plugins.

VERSION = $(shell sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/frameit/Reports/Version.swift)
# The machine that the archive is for. CROSS is empty if it is this one.
HERE := $(shell uname -m)
MACHINE = $(HERE)
CROSS = $(filter-out $(HERE),$(MACHINE))
BINUTILS = $(CROSS:%=%-linux-gnu-)
DIST = frameit-$(VERSION)-$(MACHINE)-linux
PACKED = $(BUILD)/dist$(CROSS:%=-%)
# Plugins whose libraries can be linked statically. The others need libraries that not every system has.
PACKED_PLUGINS = webp gif $(EFFECTS)
# Zig's C compiler links with the symbols of an old C library, so that the worker and the plugins run where glibc is older
# than here. With PACKED_CC=cc, this machine's compiler and C library are used.
PACKED_GLIBC = 2.28
HARDENED = -D_FORTIFY_SOURCE=2 -fstack-protector-strong -Wl,-z,relro,-z,now
ZIG = ziglang==0.15.2
PACKED_CC = $(PACKED)/zig/bin/python -m ziglang cc -target $(MACHINE)-linux-gnu.$(PACKED_GLIBC)
# Unlike shared libraries, archives do not name the libraries that they need.
PACKED_MATHS = -Wl,-z,defs -Wl,--no-as-needed -lm
PACKED_LIBRARIES = $(PACKAGES) $(foreach name,$(PACKED_PLUGINS),$(DEB_$(name))) libc6-dev

$(foreach name,$(PACKED_PLUGINS),$(eval $(call plugin,$(name),$(PACKED)/plugins,-s -I$(PACKED)/libraries/include -L$(PACKED)/libraries $(PACKED_MATHS))))

$(PACKED)/frameit-codec: $(WORKER_SOURCES) $(WORKER_HEADERS) $(PACKED)/zig/installed
	@mkdir -p $(@D)
	$(PACKED_CC) $(WORKER_FLAGS) $(HARDENED) -fPIE -pie -s -o $@ $(WORKER_SOURCES) -ldl

$(PACKED)/plugins/%.so: CC = $(PACKED_CC)

$(PACKED)/zig/installed:
	@scripts/setup python3-venv
	/usr/bin/python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet $(ZIG)
	@touch $@

# HarfBuzz is linked, because a static program cannot load a library.
PACKED_SHAPER = -Xcc -DFRAMEIT_STATIC_HARFBUZZ -Xlinker -lharfbuzz

# Nothing unwinds the stack: Swift has no exceptions, and the C++ of its runtime and of HarfBuzz is built without them. The
# tables for it would be an eighth of the program. The hashes of modules are only for incremental builds.
# On arm64 the tables stay: without them, and with lld, the program does not start.
UNUSED = --remove-section=.swift_modhash $(if $(filter x86_64,$(MACHINE)),--remove-section=.eh_frame --remove-section=.eh_frame_hdr)
# Nothing may depend on the path of the build folder: neither a name in a message, nor the identifier of the build.
PACKED_LINK = -Xswiftc -static-executable -Xlinker --build-id=none \
  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=/frameit -Xcc -ffile-prefix-map=$(CURDIR)=/frameit

# Swift's optimizer makes a few choices by addresses in memory, so equal sources can become different code. Random addresses would
# make two builds in the same folder differ. Those in different folders still can; `make check-release` compares two.
STEADY = $(shell setarch -R true 2>/dev/null && echo setarch -R)

# CJPEG's memory.c replaces functions of libjpeg. In a static program both have definitions; the linker takes the first,
# and the program's objects come before the libraries.
PACKED_BUILD = env -u FRAMEIT_QUICK $(STEADY) $(SWIFT) build --scratch-path $(PACKED)/build --disable-build-manifest-caching -c release $(STATIC) $(LIGHT) \
  $(PACKED_LINK) -Xswiftc -L$(abspath $(PACKED)/libraries) $(PACKED_SHAPER) -Xlinker --allow-multiple-definition

# All programs share the folder, so that the library is compiled once.
packed-programs:
	$(PACKED_BUILD) --product frameit
	$(PACKED_BUILD) --package-path Web --product frameit-review
	$(PACKED_BUILD) --package-path Web --product frameit-studio

cross-programs:
	@scripts/setup debootstrap
	Packaging/cross-programs $(PACKED) $(PACKAGES)

dist: setup $(PACKED)/zig/installed  ## Pack a program that needs neither Swift nor libraries.
	@command -v python3 >/dev/null || scripts/setup python3
	@scripts/setup $(PACKED_LIBRARIES) dpkg-dev nasm g++ $(CROSS:%=gcc-%-linux-gnu) $(CROSS:%=g++-%-linux-gnu)
	$(if $(CROSS),CC=$(CROSS)-linux-gnu-gcc CXX=$(CROSS)-linux-gnu-g++) Packaging/static-libraries $(PACKED)/libraries $(CROSS:%=%-linux-gnu)
	$(MAKE) --no-print-directory $(if $(CROSS),cross,packed)-programs
	for program in frameit frameit-review frameit-studio; do \
	  $(BINUTILS)strip -o $(PACKED)/$$program $(PACKED)/build/release/$$program \
	  && $(BINUTILS)objcopy $(UNUSED) $(PACKED)/$$program || exit 1; \
	done
	$(MAKE) --no-print-directory $(PACKED)/frameit-codec $(PACKED_PLUGINS:%=$(PACKED)/plugins/%.so)
	rm -rf $(PACKED)/$(DIST)
	$(MAKE) --no-print-directory install-built PROGRAM=$(PACKED)/frameit WORKER=$(PACKED)/frameit-codec REVIEWER=$(PACKED)/frameit-review \
	  STUDIO=$(PACKED)/frameit-studio STRIP= \
	  LOADED=$(PACKED)/plugins DESTDIR=$(PACKED)/$(DIST) PREFIX= $(if $(CROSS),PRINTER=$(BUILD)/release/frameit)
	$(if $(CROSS),DEBIAN=$(PACKED)/root) SOURCE_DATE_EPOCH=$(EPOCH) Packaging/bill-of-materials $(VERSION) $(PACKED) $(PACKED)/$(DIST)/share/doc/frameit
	tar -C $(PACKED) --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mtime=@$(EPOCH) -cf - $(DIST) \
	  | gzip -9n >$(BUILD)/$(DIST).tar.gz
	@echo "$(BUILD)/$(DIST).tar.gz"

# The files for arm64, with their checksums. There are no Debian packages among them.
ARM64 = $(BUILD)/artifacts-arm64
ARM64_DIST = frameit-$(VERSION)-aarch64-linux

dist-arm64: build $(BUILD)/wheel/installed  ## Pack the archive, the wheel and the image for arm64 Linux; needs root.
	$(MAKE) --no-print-directory dist MACHINE=aarch64
	rm -rf $(ARM64)
	SOURCE_DATE_EPOCH=$(EPOCH) FRAMEIT_PLATFORM=manylinux_2_28_aarch64 FRAMEIT_TREE=$(abspath $(BUILD)/dist-aarch64/$(ARM64_DIST)) \
	  $(BUILD)/wheel/bin/python -m build --wheel --no-isolation --outdir $(ARM64) Python
	SOURCE_DATE_EPOCH=$(EPOCH) Packaging/image $(VERSION) aarch64 $(BUILD)/dist-aarch64/$(ARM64_DIST) $(ARM64)/frameit-$(VERSION)-aarch64.oci.tar
	cp $(BUILD)/$(ARM64_DIST).tar.gz $(ARM64)
	cd $(ARM64) && sha256sum frameit-* >SHA256SUMS

test-arm64: dist dist-arm64  ## Test the archive for arm64 under qemu: it draws the same pixels.
	@scripts/setup qemu-user libc6-arm64-cross binutils-aarch64-linux-gnu file
	Tests/Packaging/check-arm64 $(BUILD)/$(ARM64_DIST).tar.gz $(PACKED)/$(DIST)/bin/frameit Tests/GoldenTests/Cases SampleImages

# The plugins of packages are linked with the libraries of Debian, and as Debian wants it.
DEB_OUT = $(BUILD)/debs
DEB_PLUGINS = $(INSTALLED_PLUGINS)
$(foreach name,$(DEB_PLUGINS),$(eval $(call plugin,$(name),$(BUILD)/deb-plugins,$(HARDENED))))

deb: dist  ## Make the Debian packages.
	@scripts/setup dpkg-dev $(foreach name,$(DEB_PLUGINS),$(DEB_$(name)))
	$(MAKE) --no-print-directory $(DEB_PLUGINS:%=$(BUILD)/deb-plugins/%.so)
	rm -rf $(DEB_OUT)
	SOURCE_DATE_EPOCH=$(EPOCH) Packaging/debian/make-debs $(PACKED)/$(DIST) $(BUILD)/deb-plugins $(DEB_OUT)

repository: deb  ## Make a signed apt repository: make repository KEY=KEYID.
	@scripts/setup apt-utils gnupg
	SOURCE_DATE_EPOCH=$(EPOCH) Packaging/debian/make-repository $(BUILD)/repository $(DEB_OUT)/*.deb --key '$(KEY)'

# For `make test-deb SUITES='bookworm trixie'`.
SUITES ?= bookworm

test-deb: deb  ## Install, upgrade and remove the Debian packages in clean roots.
	@scripts/setup debootstrap apt-utils gnupg lintian
	SOURCE_DATE_EPOCH=$(EPOCH) CACHE=$(abspath $(BUILD)/roots) \
	  Tests/Packaging/check-deb $(PACKED)/$(DIST) $(BUILD)/deb-plugins SampleImages $(SUITES)

test-formulas: dist  ## Test the files for RPM, Homebrew, Nix and Arch Linux.
	@scripts/setup rpm rpmlint ruby nix-bin makepkg pacman-package-manager libarchive-tools
	Tests/Packaging/check-formulas $(BUILD)/$(DIST).tar.gz SampleImages

# For `make test-wheel PYTHONS='python3.9 python3.13'`.
PYTHONS ?= /usr/bin/python3

wheel: dist $(BUILD)/wheel/installed  ## Make the Python wheel.
	rm -rf $(BUILD)/wheels
	SOURCE_DATE_EPOCH=$(EPOCH) FRAMEIT_TREE=$(abspath $(PACKED)/$(DIST)) $(BUILD)/wheel/bin/python -m build --wheel --no-isolation \
	  --outdir $(BUILD)/wheels Python

test-wheel: wheel  ## Test the wheel in clean environments.
	Python/check $(BUILD)/wheels/frameit-$(VERSION)-*.whl $(PYTHONS)

version:  ## Print the version.
	@echo $(VERSION)

# Where the files of a release can be downloaded, for the recipes of package managers. A placeholder until there is one.
RELEASE_URL ?= https://example.invalid/frameit/releases/download/v$(VERSION)
ARTIFACTS = $(BUILD)/artifacts

# For `make release MACHINES='x86_64 aarch64'`, which needs root.
MACHINES ?= x86_64

release: dist deb wheel $(if $(filter aarch64,$(MACHINES)),dist-arm64)  ## Make all files of a release, with their checksums, in .build/artifacts.
	@test -z "$$(git status --porcelain)" || { echo "release: commit or remove the changes first" >&2; exit 1; }
	VERSION=$(VERSION) SOURCE_DATE_EPOCH=$(EPOCH) MACHINES='$(MACHINES)' RELEASE_URL='$(RELEASE_URL)' Packaging/release $(BUILD) $(ARTIFACTS)

$(BUILD)/wheel/installed:
	@scripts/setup python3-venv
	/usr/bin/python3 -m venv $(@D)
	$(@D)/bin/pip install --quiet build==1.6.1 hatchling==1.33.0
	@touch $@

check-release:  ## Make a release in two clones, compare both, and test its files.
	@scripts/setup skopeo umoci crun python3-yaml curl
	Tests/Packaging/check-release $(BUILD) '$(RELEASE_URL)'

test-dist: dist  ## Test the archive in a root file system with nothing else.
	Tests/Packaging/check-dist $(BUILD)/$(DIST).tar.gz SampleImages
