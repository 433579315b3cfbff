// swift-tools-version: 6.2
import PackageDescription

// Every module imports only FrameModel, and the few targets made for it: FrameRender uses FrameThreads and CKernels,
// FrameCodec and the codecs use CFrameCodec, CJPEG and CPNG, and FrameText uses CHarfBuzz and CInter. Only FrameKit,
// FrameTesting and the program import several modules. `make test` builds with
// `--explicit-target-dependency-import-check error`, so an import that is not listed here fails.

let package = Package(
  name: "frameit",
  products: [
    .executable(name: "frameit", targets: ["frameit"]),
    .executable(name: "frameit-codec", targets: ["frameit-codec"]),
    .library(name: "FrameModel", targets: ["FrameModel"]),
    .library(name: "FrameGesture", targets: ["FrameGesture"]),
    .library(name: "FrameCompare", targets: ["FrameCompare"]),
    // Only for tests: it links XCTest and Swift Testing.
    .library(name: "FrameTesting", targets: ["FrameTesting"]),
    .library(name: "FrameKit", targets: ["FrameKit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // Values and row protocols. No dependencies.
    .target(name: "FrameModel"),

    // The system's threads, for modules that may not import the C library. No dependencies.
    .target(name: "FrameThreads"),

    // The hottest loops of FrameRender, in C, once for each instruction set. No dependencies.
    .target(name: "CKernels"),

    // The modules of the pipeline. None imports another.
    .target(name: "FrameScript", dependencies: ["FrameModel"]),
    .target(name: "FrameGesture", dependencies: ["FrameModel"]),
    .target(name: "FrameScene", dependencies: ["FrameModel"]),
    .target(name: "FrameRender", dependencies: ["FrameModel", "FrameThreads", "CKernels"]),
    .target(name: "FrameCompare", dependencies: ["FrameModel"]),
    // Separate from FrameCompare, so that comparing images needs no library for digests.
    .target(
      name: "FrameHash",
      dependencies: ["FrameModel", "CNettle"]),
    .target(name: "FrameTerminal", dependencies: ["FrameModel"]),
    .target(name: "FrameSVG", dependencies: ["FrameModel"]),

    // Text to outlines, with HarfBuzz, which is loaded when there is text, and the built-in font.
    .target(name: "CHarfBuzz"),
    .target(name: "CInter", exclude: ["Inter"]),
    .target(name: "FrameText", dependencies: ["FrameModel", "CHarfBuzz", "CInter"]),

    // The reference of the script language, docs/script.md, for `frameit help script`.
    .target(name: "CScriptReference"),

    .target(name: "CFrameCodec"),
    .target(name: "FrameCodec", dependencies: ["FrameModel", "CFrameCodec"]),

    // Codecs in other processes: the protocol, the sandbox, the worker for plugins in pure C, plugin discovery, and
    // isolation of the built-in codecs.
    .target(name: "CSystem"),
    .target(name: "CCodecChannel", dependencies: ["CFrameCodec"]),
    .target(name: "CCodecSandbox"),
    .executableTarget(
      name: "frameit-codec", dependencies: ["CCodecChannel", "CCodecSandbox", "CFrameCodec"]),
    .target(
      name: "FramePlugins",
      dependencies: [
        "FrameModel", "FrameThreads", "FrameCodec", "CFrameCodec", "CCodecChannel", "CCodecSandbox",
      ]),

    // Checksums of files, for the journals of batches.
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),

    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),

    // Color profiles and conversions, with Little CMS.
    .systemLibrary(
      name: "CLittleCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .target(name: "FrameColor", dependencies: ["FrameModel", "CLittleCMS"]),

    // One folder per format.
    .target(
      name: "CJPEG", dependencies: ["CFrameCodec"], path: "Plugins/JPEG/CJPEG",
      linkerSettings: [.linkedLibrary("jpeg")]),
    .target(
      name: "JPEGCodec", dependencies: ["CJPEG", "CNettle", "CFrameCodec", "FrameCodec", "FrameModel"],
      path: "Plugins/JPEG/JPEGCodec"),
    .target(
      name: "CPNG", dependencies: ["CFrameCodec"], path: "Plugins/PNG/CPNG",
      linkerSettings: [.linkedLibrary("png"), .linkedLibrary("z"), .linkedLibrary("isal")]),
    .target(
      name: "PNGCodec", dependencies: ["CPNG", "CFrameCodec", "FrameCodec", "FrameModel"],
      path: "Plugins/PNG/PNGCodec"),
    .target(
      name: "PNMCodec", dependencies: ["FrameCodec", "FrameModel"], path: "Plugins/PNM/PNMCodec"),
    .target(
      name: "QOICodec", dependencies: ["FrameCodec", "FrameModel"], path: "Plugins/QOI/QOICodec"),

    // Golden images in tests of other packages.
    .target(
      name: "FrameTesting", dependencies: ["FrameCompare", "FrameCodec", "FrameModel", "PNGCodec"]),

    // Connects the modules, without files or plugins.
    .target(
      name: "FrameKit",
      dependencies: [
        "FrameModel", "FrameThreads", "FrameScript", "FrameGesture", "FrameScene", "FrameRender",
        "FrameCodec", "FrameColor", "FrameCompare", "FrameHash", "FrameTerminal", "FrameText",
      ]),

    // The program: arguments, files, exit codes, the list of built-in codecs.
    .executableTarget(
      name: "frameit",
      dependencies: [
        "FrameModel", "FrameThreads", "FrameScript", "FrameScene", "FrameRender", "FrameCodec",
        "FrameCompare", "FrameHash", "FrameTerminal", "FrameText", "FrameSVG", "FramePlugins", "FrameKit",
        "CXXHash", "CSystem", "CScriptReference",
        "JPEGCodec", "PNGCodec", "PNMCodec", "QOICodec",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Draws the sample images for `make samples`; not part of the program.
    .executableTarget(
      name: "draw-samples", dependencies: ["FrameModel", "FrameCodec", "JPEGCodec", "PNGCodec"],
      path: "SampleImages/Drawing"),

    // Measures the renderer for `make benchmarks`; not part of the program. In debug builds, rounding down calls
    // libm's floor, which is exact and therefore the same everywhere.
    .executableTarget(
      name: "kernel-benchmark",
      dependencies: [
        "FrameRender", "FrameModel", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Kernels", linkerSettings: [.linkedLibrary("m")]),

    // Measures the recognizers in the same way.
    .executableTarget(
      name: "gesture-benchmark",
      dependencies: [
        "FrameGesture", "FrameModel", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Gestures"),

    // Tests of single modules.
    .testTarget(name: "FrameModelTests", dependencies: ["FrameModel"]),
    .testTarget(name: "FrameThreadsTests", dependencies: ["FrameThreads"]),
    .testTarget(
      name: "FrameScriptTests", dependencies: ["FrameScript", "FrameKit", "FrameModel"],
      exclude: ["Errors"]),
    .testTarget(name: "FrameGestureTests", dependencies: ["FrameGesture", "FrameModel"]),
    .testTarget(
      name: "FrameSceneTests", dependencies: ["FrameScene", "FrameScript", "FrameModel"]),
    .testTarget(name: "FrameRenderTests", dependencies: ["FrameRender", "FrameModel"]),
    .testTarget(
      name: "FrameCodecTests", dependencies: ["FrameCodec", "FrameModel"]),
    .testTarget(
      name: "FrameCompareTests", dependencies: ["FrameCompare", "FrameModel"],
      exclude: ["pixelmatch-counts.py"]),
    .testTarget(name: "FrameHashTests", dependencies: ["FrameHash", "FrameModel"]),
    .testTarget(
      name: "FrameTextTests", dependencies: ["FrameText", "FrameModel"], exclude: ["Fonts"]),
    .testTarget(name: "FrameTerminalTests", dependencies: ["FrameTerminal", "FrameModel"]),
    .testTarget(
      name: "FrameSVGTests", dependencies: ["FrameSVG", "FrameKit", "FrameCodec", "PNGCodec", "FrameModel"]),
    .testTarget(
      name: "FrameColorTests",
      dependencies: ["FrameColor", "FrameKit", "FrameCodec", "PNGCodec", "FrameModel", "CLittleCMS"]),
    .testTarget(
      name: "FramePluginsTests",
      dependencies: ["FramePlugins", "FrameCodec", "FrameModel", "CCodecSandbox", "frameit-codec"],
      exclude: ["Liar"]),
    .testTarget(
      name: "JPEGCodecTests", dependencies: ["JPEGCodec", "FrameCodec", "FrameModel"]),
    .testTarget(
      name: "PNGCodecTests", dependencies: ["PNGCodec", "FrameCodec", "FrameModel"]),
    .testTarget(
      name: "PNMCodecTests", dependencies: ["PNMCodec", "FrameCodec", "FrameModel"]),
    .testTarget(
      name: "QOICodecTests", dependencies: ["QOICodec", "FrameCodec", "FrameModel"]),

    .testTarget(
      name: "FrameKitTests",
      dependencies: ["FrameKit", "FrameCompare", "FrameScene", "FrameCodec", "FrameModel"]),

    .testTarget(name: "FrameTestingTests", dependencies: ["FrameTesting"]),

    // Tests of all modules together, with golden images and the built program.
    .testTarget(
      name: "GoldenTests",
      dependencies: ["FrameKit", "FrameCodec", "FrameModel", "FrameTesting", "JPEGCodec", "PNGCodec"],
      exclude: ["Cases", "Goldens"]),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "frameit", "frameit-codec", "FrameKit", "FrameCodec", "FrameModel", "JPEGCodec", "PNGCodec",
        "PNMCodec", "QOICodec", "FrameColor",
      ],
      exclude: ["Plugins"]),
  ],
  swiftLanguageModes: [.v6]
)

// Optimizing the other test modules takes longer than running them.
for target in package.targets where target.type == .test && target.name != "FrameRenderTests" {
  target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

// In release, `make test` repeats only the tests that the optimizer could change: those of modules with C, vector or
// unsafe code. `scripts/check-rules` checks that the modules left out here have none. The program's tests are compiled
// once, in debug, and run with the release program, which contains all modules.
if Context.environment["FRAMEIT_TESTS"] == "release" {
  let others = [
    "FrameGestureTests", "FrameSceneTests", "FrameScriptTests", "FrameSVGTests", "FrameTerminalTests",
    "FrameTestingTests", "PNMCodecTests", "ProgramTests", "draw-samples", "kernel-benchmark",
    "gesture-benchmark",
  ]
  package.targets.removeAll { others.contains($0.name) }
}
