# Putting the program where it is used, and packing it.
#
#   make install PREFIX=$HOME/.local              what is there to install is built first
#   make build plugins && sudo make install-built   for a folder of root's: nothing is built as root
#   make install DESTDIR=stage PREFIX=/usr        for packagers: it works once `stage` is the root
#   make uninstall, with the same words

PREFIX ?= /usr/local
DESTDIR ?=

# What is installed; `make dist` has others.
PROGRAM = $(BUILD)/release/frameit
WORKER = $(BUILD)/release/frameit-codec
LOADED = $(BUILD)/plugins
# Without the one that is there to be read.
INSTALLED_PLUGINS = $(filter-out qoi-c,$(PLUGINS))

# Of the commit, so that who builds it again gets the same.
EPOCH = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null || date -r CHANGELOG.md +%s))

.PHONY: install install-built uninstall manual dist test-install test-dist

# What the program says of its options, for people and for shells. It is made of the program that is installed, and not
# kept beside the sources: it cannot be out of date, and two changes of options do not meet in it.

MANUAL = $(PROGRAM)-manual
COMPLETIONS = $(PROGRAM)-completions

manual: $(MANUAL)/frameit.1  ## Make the man pages; try `man -l .build/release/frameit-manual/frameit.1`.

$(MANUAL)/frameit.1: $(PROGRAM) Packaging/manual Packaging/frameit.mdoc
	rm -rf $(MANUAL)
	SOURCE_DATE_EPOCH=$(EPOCH) Packaging/manual $(PROGRAM) $(MANUAL)

$(COMPLETIONS)/%: $(PROGRAM)
	@mkdir -p $(COMPLETIONS)
	$(PROGRAM) --generate-completion-script $* >$@.part && mv $@.part $@

$(PROGRAM) $(WORKER):
	@echo "There is no $@ yet: make build plugins" >&2; exit 1

install: build plugins  ## Install into PREFIX (/usr/local), below DESTDIR if set.
	@command -v python3 >/dev/null || scripts/setup python3
	$(MAKE) --no-print-directory install-built

ROOT = $(DESTDIR)$(PREFIX)
PLUGIN_PLACE = $(ROOT)/lib/frameit/plugins
DOC_PLACE = $(ROOT)/share/doc/frameit
MAN_PLACE = $(ROOT)/share/man/man1
BASH_PLACE = $(ROOT)/share/bash-completion/completions
ZSH_PLACE = $(ROOT)/share/zsh/site-functions
FISH_PLACE = $(ROOT)/share/fish/vendor_completions.d

# The worker stands where the program looks for it, from its own place: the tree may be moved as a whole.
install-built: $(PROGRAM) $(WORKER) $(MANUAL)/frameit.1 $(addprefix $(COMPLETIONS)/,bash zsh fish)
	install -d "$(ROOT)/bin" "$(ROOT)/libexec/frameit" "$(PLUGIN_PLACE)" "$(ROOT)/include" "$(MAN_PLACE)" \
	  "$(BASH_PLACE)" "$(ZSH_PLACE)" "$(FISH_PLACE)"
	install -m 755 $(PROGRAM) "$(ROOT)/bin/frameit"
	install -m 755 $(WORKER) "$(ROOT)/libexec/frameit/frameit-codec"
	for name in $(INSTALLED_PLUGINS); do \
	  if [ -e $(LOADED)/$$name.so ]; then \
	    install -m 644 $(LOADED)/$$name.so $(LOADED)/$$name.codec "$(PLUGIN_PLACE)" || exit 1; \
	  fi; \
	done
	install -m 644 $(CONTRACT) "$(ROOT)/include"
	install -m 644 $(MANUAL)/*.1 "$(MAN_PLACE)"
	install -m 644 $(COMPLETIONS)/bash "$(BASH_PLACE)/frameit"
	install -m 644 $(COMPLETIONS)/zsh "$(ZSH_PLACE)/_frameit"
	install -m 644 $(COMPLETIONS)/fish "$(FISH_PLACE)/frameit.fish"
	install -D -m 644 Sources/CInter/Inter/LICENSE "$(DOC_PLACE)/LICENSE.Inter"
	Packaging/documents | while read -r file; do \
	  if [ -x "$$file" ]; then mode=755; else mode=644; fi; \
	  install -D -m $$mode "$$file" "$(DOC_PLACE)/$$file" || exit 1; \
	done

# Folders that are of no use to anybody else, the deepest ones first. Those of a whole system are always there.
FOLDERS = $(PLUGIN_PLACE) $(ROOT)/lib/frameit $(ROOT)/share/bash-completion/completions $(ROOT)/share/bash-completion \
  $(ROOT)/share/zsh/site-functions $(ROOT)/share/zsh $(ROOT)/share/fish/vendor_completions.d $(ROOT)/share/fish \
  $(ROOT)/share/man/man1 $(ROOT)/share/man $(ROOT)/share/doc \
  $(if $(filter-out /usr /usr/local,$(PREFIX)),$(addprefix $(ROOT)/,bin include lib libexec share))

# What others put into folders stays, and so do the folders then.
uninstall:  ## Remove an installation.
	rm -f "$(ROOT)/bin/frameit" "$(ROOT)/include/$(notdir $(CONTRACT))" "$(MAN_PLACE)"/frameit.1 "$(MAN_PLACE)"/frameit-*.1 \
	  "$(BASH_PLACE)/frameit" "$(ZSH_PLACE)/_frameit" "$(FISH_PLACE)/frameit.fish" \
	  $(foreach name,$(INSTALLED_PLUGINS),"$(PLUGIN_PLACE)/$(name).so" "$(PLUGIN_PLACE)/$(name).codec")
	rm -rf "$(ROOT)/libexec/frameit" "$(DOC_PLACE)"
	for folder in $(foreach folder,$(FOLDERS),"$(folder)"); do \
	  if [ -d "$$folder" ]; then rmdir --ignore-fail-on-non-empty "$$folder"; fi; \
	done

test-install: build plugins  ## Install into a temporary folder, and test the installation.
	Tests/Packaging/check-install $(MAKE)

# A program that needs nothing but a kernel, and a worker that needs the C library, as it loads plugins.

VERSION = $(shell sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/frameit/Reports/Version.swift)
DIST = frameit-$(VERSION)-$(shell uname -m)-linux
PACKED = $(BUILD)/dist
# Plugins whose libraries can be a part of them. The others need libraries that not every system has.
PACKED_PLUGINS = webp gif
# What archives cannot ask for themselves, as libraries can.
PACKED_MATHS = -Wl,-z,defs -Wl,--no-as-needed -lm
# Who is a part of the program then has to be named with it.
PACKED_LIBRARIES = $(PACKAGES) $(foreach name,$(PACKED_PLUGINS),$(DEB_$(name))) libc6-dev

$(foreach name,$(PACKED_PLUGINS),$(eval $(call plugin,$(name),$(PACKED)/plugins,-s -L$(PACKED)/libraries $(PACKED_MATHS))))

$(PACKED)/frameit-codec: $(WORKER_SOURCES) $(WORKER_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(WORKER_FLAGS) -s -o $@ $(WORKER_SOURCES) -ldl

# HarfBuzz is a part of it, which can open no library.
PACKED_SHAPER = -Xcc -DFRAMEIT_STATIC_HARFBUZZ -Xlinker -lharfbuzz

# Linked statically, the functions of CJPEG's memory.c, which are to come before libjpeg's of the same names, stand beside
# them: the first definition is taken, and the program's objects come first.
dist: setup  ## Pack a program that needs neither Swift nor libraries.
	@command -v python3 >/dev/null || scripts/setup python3
	@scripts/setup $(PACKED_LIBRARIES) dpkg-dev nasm g++
	Packaging/static-libraries $(PACKED)/libraries
	$(SWIFT) build --scratch-path $(PACKED)/build -c release $(STATIC) -Xswiftc -static-executable \
	  -Xswiftc -L$(abspath $(PACKED)/libraries) $(PACKED_SHAPER) -Xlinker --allow-multiple-definition --product frameit
	strip -o $(PACKED)/frameit $(PACKED)/build/release/frameit
	$(MAKE) --no-print-directory $(PACKED)/frameit-codec $(PACKED_PLUGINS:%=$(PACKED)/plugins/%.so)
	rm -rf $(PACKED)/$(DIST)
	$(MAKE) --no-print-directory install-built PROGRAM=$(PACKED)/frameit WORKER=$(PACKED)/frameit-codec \
	  LOADED=$(PACKED)/plugins DESTDIR=$(PACKED)/$(DIST) PREFIX=
	for package in $(PACKED_LIBRARIES); do \
	  install -D -m 644 /usr/share/doc/$$package/copyright $(PACKED)/$(DIST)/share/doc/frameit/copyright/$$package || exit 1; \
	done
	tar -C $(PACKED) --sort=name --format=ustar --owner=0 --group=0 --numeric-owner --mtime=@$(EPOCH) -cf - $(DIST) \
	  | gzip -9n >$(BUILD)/$(DIST).tar.gz
	@echo "$(BUILD)/$(DIST).tar.gz"

test-dist: dist  ## Test the archive in a root file system with nothing else.
	Tests/Packaging/check-dist $(BUILD)/$(DIST).tar.gz SampleImages
