# Plugins in plain C, one group of lines each. `make plugins` builds those whose libraries are installed into
# $(BUILD)/plugins: NAME.so and NAME.codec.
#
#   PLUGINS += NAME
#   DIR_NAME   its folder, with the manifest NAME.codec
#   SRC_NAME   its source files, if they are not all of that folder
#   PKG_NAME   the name of its library for pkg-config, if it needs one
#   DEB_NAME   Debian's package of that library
#   CHECK_NAME options for `make check-plugins`, separated by commas: --lossy if images change; --exact-to,DEPTH if
#              quality 100 is lossless for this many bits per channel

PLUGINS += qoi-c
DIR_qoi-c = Plugins/QOI/C

PLUGINS += webp
DIR_webp = Plugins/WebP
PKG_webp = libwebp libwebpdemux libwebpmux
DEB_webp = libwebp-dev
CHECK_webp = --exact-to,8

PLUGINS += gif
DIR_gif = Plugins/GIF
PKG_gif = libgif
DEB_gif = libgif-dev

PLUGINS += tiff
DIR_tiff = Plugins/TIFF
PKG_tiff = libtiff-4
DEB_tiff = libtiff-dev

PLUGINS += jxl
DIR_jxl = Plugins/JXL
PKG_jxl = libjxl
DEB_jxl = libjxl-dev
CHECK_jxl = --lossy,--exact-to,16

# Two codecs in one folder: AVIF can also write.
HEIF_READS = $(addprefix Plugins/HEIF/,library.c boxes.c header.c decode.c ycbcr.c)

PLUGINS += heif
DIR_heif = Plugins/HEIF
SRC_heif = $(HEIF_READS) Plugins/HEIF/heif.c
PKG_heif = libheif
DEB_heif = libheif-dev
CHECK_heif = --lossy

PLUGINS += avif
DIR_avif = Plugins/HEIF
SRC_avif = $(HEIF_READS) Plugins/HEIF/encode.c Plugins/HEIF/avif.c
PKG_avif = libheif
DEB_avif = libheif-dev
CHECK_avif = --lossy,--exact-to,8

# Effects in plain C, one folder each: NAME.c and NAME.effect.

EFFECTS = vignette median
DIR_vignette = Plugins/Vignette
DIR_median = Plugins/Median

# Build rules.

PKG_CONFIG ?= pkg-config
PLUGIN_FLAGS = -std=c11 -O2 -ffp-contract=off -fPIC -shared -fvisibility=hidden -Wall -Wextra -Werror -ISources/CFrameCodec/include
PLUGIN_CHECKS = -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
CONTRACT = Sources/CFrameCodec/include/frameit_codec.h
CODEC_WORKER = Sources/CCodecWorker

# $(call sources,NAME)
sources = $(or $(SRC_$(1)),$(wildcard $(DIR_$(1))/*.c))

# $(call manifest,NAME)
manifest = $(DIR_$(1))/$(1)$(if $(filter $(1),$(EFFECTS)),.effect,.codec)

# $(call plugin,NAME,FOLDER,FLAGS): builds a plugin into a folder.
define plugin
$(2)/$(1).so: $(call sources,$(1)) $(wildcard $(DIR_$(1))/*.h Plugins/Shared/*.h) $(call manifest,$(1)) $(CONTRACT) \
  Plugins/plugins.mk
	@mkdir -p $(2)
	@if $(if $(PKG_$(1)),$(PKG_CONFIG) --exists $(PKG_$(1)),true); then \
	  echo "$(2)/$(1).so"; \
	  $$(CC) $(PLUGIN_FLAGS) $(3) $(if $(PKG_$(1)),$$$$($(PKG_CONFIG) --cflags $(PKG_$(1)))) \
	    -o $$@ $(call sources,$(1)) $(if $(PKG_$(1)),$$$$($(PKG_CONFIG) --libs $(PKG_$(1)))) -lm \
	  && cp $(call manifest,$(1)) $(2)/; \
	else \
	  echo "$(1) is left out: Debian's package $(DEB_$(1)) is not installed"; \
	fi
endef

$(foreach name,$(PLUGINS) $(EFFECTS),$(eval $(call plugin,$(name),$(BUILD)/plugins,)))
$(foreach name,$(PLUGINS) $(EFFECTS),$(eval $(call plugin,$(name),$(BUILD)/plugins-checked,$(PLUGIN_CHECKS))))

.PHONY: plugins plugin-libraries check-plugins

plugins: $(addprefix $(BUILD)/plugins/,$(addsuffix .so,$(PLUGINS) $(EFFECTS)))  ## Build the plugins whose libraries are installed.

# A test of plugins needs all of them: those whose libraries are missing would be left out.
plugin-libraries:  ## Install the libraries of all plugins.
	@scripts/setup $(sort $(foreach name,$(PLUGINS),$(DEB_$(name))))

$(BUILD)/plugins-checked/drive: Tests/Plugins/drive.c $(CONTRACT)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O1 -Wall -Wextra -Werror -ISources/CFrameCodec/include $(PLUGIN_CHECKS) -o $@ $< -ldl -lm

$(BUILD)/plugins-checked/drive-effect: Tests/Plugins/drive-effect.c $(CONTRACT)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O1 -Wall -Wextra -Werror -ISources/CFrameCodec/include $(PLUGIN_CHECKS) -o $@ $< -ldl -lm

$(BUILD)/plugins-checked/ask: Tests/Plugins/ask.c $(wildcard $(CODEC_WORKER)/*.c) $(CONTRACT)
	@mkdir -p $(@D)
	$(CC) -std=c11 -O1 -Wall -Wextra -Werror -ISources/CFrameCodec/include -I$(CODEC_WORKER)/include \
	  -o $@ $(filter %.c,$^)

WORKER_SOURCES = $(wildcard Sources/frameit-codec/*.c $(CODEC_WORKER)/*.c)
WORKER_HEADERS = $(wildcard Sources/frameit-codec/*.h $(CODEC_WORKER)/*.h $(CODEC_WORKER)/include/*.h) $(CONTRACT)
WORKER_FLAGS = -O2 -ISources/CFrameCodec/include -I$(CODEC_WORKER)/include

$(BUILD)/plugins-checked/frameit-codec: $(WORKER_SOURCES) $(WORKER_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(WORKER_FLAGS) -o $@ $(WORKER_SOURCES) -ldl

# The worker of a build. Swift's toolchain has a C compiler; other machines may have none.
CLANG = $(shell dirname "$$(readlink -f "$$(command -v swiftc)")")/clang

%/release/frameit-codec: $(WORKER_SOURCES) $(WORKER_HEADERS)
	$(CLANG) $(WORKER_FLAGS) -o $@ $(WORKER_SOURCES) -ldl

CHECKED_PLUGINS = $(addprefix $(BUILD)/plugins-checked/,$(addsuffix .so,$(PLUGINS) $(EFFECTS)))
CHECKERS = $(addprefix $(BUILD)/plugins-checked/,drive drive-effect ask frameit-codec)

check-plugins: plugin-libraries plugins $(CHECKED_PLUGINS) $(CHECKERS)  ## Test the plugins with sanitizers, in the worker and beside other programs.
	@scripts/setup imagemagick webp libheif-examples
	Tests/Plugins/check $(BUILD) $(foreach name,$(PLUGINS),$(name):$(CHECK_$(name)))
	Tests/Plugins/check-effects $(BUILD) $(EFFECTS)
