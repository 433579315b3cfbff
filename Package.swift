// swift-tools-version: 6.2
import PackageDescription

// Imports point downwards only: a module imports modules that stand above it in this file. `make test` builds with
// `--explicit-target-dependency-import-check error`, so an import that is not listed here fails.

/// A codec that is part of the program. Its Swift code is in Plugins/NAME/NAMECodec.
struct BuiltInCodec {
  let name: String
  /// The modules that it imports beside FrameCodec and FrameImage.
  var imports: [String] = []
  /// The libraries of its C code, which is in Plugins/NAME/CNAME; nil without C code.
  var libraries: [String]?
  /// The target of its tests, which may test several codecs.
  let tests: String

  var module: String { "\(name)Codec" }
}

// `CodecList.builtIn` lists an instance of each one.
let builtInCodecs = [
  BuiltInCodec(
    name: "JPEG", imports: ["CNettle", "FrameGeometry"], libraries: ["jpeg"], tests: "JPEGCodecTests"),
  BuiltInCodec(
    name: "PNG", imports: ["FrameGeometry"], libraries: ["png", "z", "isal"], tests: "PNGCodecTests"),
  BuiltInCodec(name: "PNM", imports: ["FrameGeometry"], tests: "SmallCodecTests"),
  BuiltInCodec(name: "QOI", tests: "SmallCodecTests"),
]

let package = Package(
  name: "frameit",
  products: [
    .executable(name: "frameit", targets: ["frameit"]),
    // Only for tests: it links XCTest and Swift Testing.
    .library(name: "FrameTesting", targets: ["FrameTesting"]),
    .library(name: "FrameKit", targets: ["FrameKit"]),
    // Canvases, layers and gestures without formats, files and scripts.
    .library(name: "FrameLayers", targets: ["FrameLayers"]),
    // No API: only for the program frameit-studio.
    .library(name: "FrameStudio", targets: ["FrameStudio"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The C library of the system.
    .target(name: "Platform"),

    // Numbers, transforms, rectangles, paths. No dependencies.
    .target(name: "FrameGeometry"),

    // Pixels: formats, bitmaps, colors, row protocols; limits, cancellation, threads.
    .target(name: "FrameImage", dependencies: ["FrameGeometry", "Platform"]),

    // Touches to gestures.
    .target(name: "FrameGesture", dependencies: ["FrameGeometry"]),

    // Strings to outlines, with HarfBuzz, which is loaded when there is text, and the built-in font.
    .target(name: "CText", exclude: ["Inter"]),
    .target(name: "FrameText", dependencies: ["FrameGeometry", "FrameImage", "CText"]),

    // What is drawn, decided before any pixel is read: the render plan and color edits.
    .target(name: "FramePlan", dependencies: ["FrameGeometry", "FrameImage"]),

    // A render plan and images to rows. Its hottest loops are in C, once for each instruction set.
    .target(name: "CKernels"),
    .target(name: "FrameRender", dependencies: ["FrameGeometry", "FrameImage", "FramePlan", "CKernels"]),

    // Commands to a scene of layers, and the scene to a render plan or SVG.
    .target(
      name: "FrameScene",
      dependencies: ["FrameGeometry", "FrameImage", "FramePlan", "FrameGesture", "FrameText"]),

    // Canvases and layers in Swift: commands of a scene, and its pixels. It knows no format, and opens no file.
    .target(
      name: "FrameLayers",
      dependencies: [
        "FrameGeometry", "FrameImage", "FramePlan", "FrameGesture", "FrameText", "FrameRender", "FrameScene",
        "FramePixels",
      ]),

    // Text to the syntax tree, and the syntax tree to commands of a scene. The reference of the language, docs/script.md, is for `frameit help script`.
    .target(name: "CScriptReference", exclude: ["foreign_words.txt"]),
    .target(
      name: "FrameScript",
      dependencies: ["FrameGeometry", "FrameImage", "FramePlan", "FrameGesture", "FrameText", "FrameScene"]),

    // Bytes to rows and rows to bytes: the contract for codecs, metadata, color profiles with Little CMS, and codecs in
    // other processes with their sandbox.
    .systemLibrary(
      name: "CLittleCMS", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
    .target(name: "CFrameCodec"),
    .target(name: "CCodecWorker", dependencies: ["CFrameCodec"]),
    .target(
      name: "FrameCodec",
      dependencies: [
        "FrameGeometry", "FrameImage", "CFrameCodec", "CCodecWorker", "CLittleCMS", "Platform",
      ]),

    // Two images to a verdict, and an image to its hashes.
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .target(name: "FrameCompare", dependencies: ["FrameGeometry", "FrameImage", "CNettle"]),

    // Golden images in tests of other packages.
    .target(
      name: "FrameTesting", dependencies: ["FrameCompare", "FrameCodec", "FrameImage", "PNGCodec"]),

    // Loops over the pixels of one image: what attracts attention, borders, tones, HDR conversion.
    .target(name: "FramePixels", dependencies: ["FrameGeometry", "FrameImage", "FramePlan"]),

    // Errors of image formats and of scripts, in words.
    .target(
      name: "FrameMessages",
      dependencies: [
        "FrameGeometry", "FrameImage", "FramePlan", "FrameGesture", "FrameScene", "FrameScript",
        "FrameCodec", "Platform", "CScriptReference",
      ]),

    // Files: inputs, outputs that appear whole, and folders that are watched.
    .target(name: "CFrameSystem"),
    .target(
      name: "FrameFiles",
      dependencies: [
        "FrameImage", "FrameScript", "FrameCodec", "FrameMessages", "CFrameSystem", "Platform",
        "FrameGeometry",
      ]),

    // Scripts, images and options to outputs and verdicts, with the built-in formats. Its errors are data.
    .target(
      name: "FrameEngine",
      dependencies: [
        "FrameImage", "FramePlan", "FrameCodec", "FrameCompare", "FrameFiles", "FrameGeometry",
        "FrameMessages", "FramePixels", "FrameRender", "FrameScene", "FrameScript", "FrameText", "Platform",
      ] + builtInCodecs.map { .target(name: $0.module) }),

    // Plans, images, comparisons and notices as records for JSON, and in words.
    .target(
      name: "FrameReports",
      dependencies: [
        "FrameImage", "FramePlan", "FrameCodec", "FrameCompare", "FrameEngine", "FrameFiles", "FrameGeometry",
        "FrameGesture", "FrameMessages", "FrameScene", "FrameScript",
      ]),

    // The public library: edits of scripts or of layers. It opens only files that its caller names.
    .target(
      name: "FrameKit",
      dependencies: [
        "FrameImage", "FramePlan", "FrameCodec", "FrameCompare", "FrameEngine", "FrameFiles",
        "FrameLayers", "FrameMessages", "FrameReports", "FrameScene", "FrameScript",
        "FrameText", "Platform", "FrameGeometry",
      ]),

    // Edits of files: batches with their journals, the jobs of `serve`, golden cases. Its errors are data.
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .target(name: "CReportPage"),
    .target(
      name: "FrameBatch",
      dependencies: [
        "FrameGeometry", "FrameImage", "FramePlan", "FrameScript", "FrameScene", "FrameCodec", "FrameCompare",
        "CReportPage", "CXXHash", "CFrameSystem", "Platform", "FrameEngine",
        "FrameFiles", "FrameMessages", "FrameReports",
      ]),

    // An edit by hand: fingers to statements, and the pictures under them. A program in the package in Web serves it.
    .target(
      name: "FrameStudio",
      dependencies: [
        "FrameGeometry", "FrameImage", "FrameGesture", "FrameScript", "FrameScene",
        "FrameCodec", "FrameKit", "FrameBatch", "JPEGCodec", "PNGCodec", "Platform",
        "FrameEngine",
        "FrameFiles", "FrameMessages", "FrameReports",
      ]),

    // The program: arguments, messages, exit codes.
    .executableTarget(
      name: "frameit",
      dependencies: [
        "FrameGeometry", "FrameImage", "FramePlan", "FrameText", "FrameScript", "FrameRender",
        "FrameScene", "FrameCodec", "FrameCompare", "FrameBatch",
        "CScriptReference", "CFrameSystem", "Platform",
        "CCodecWorker",
        "FrameEngine",
        "FrameFiles",
        "FrameMessages",
        "FrameReports",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Functions in place of the macros of Swift Testing, which take long to compile.
    .target(name: "TestSupport", path: "Tests/TestSupport"),

    // Tests of single modules.
    .testTarget(name: "FrameGeometryTests", dependencies: ["TestSupport", "FrameGeometry"]),
    .testTarget(name: "FrameImageTests", dependencies: ["TestSupport", "FrameImage", "FrameGeometry"]),
    .testTarget(name: "FrameGestureTests", dependencies: ["TestSupport", "FrameGesture", "FrameGeometry"]),
    .testTarget(
      name: "FrameTextTests", dependencies: ["TestSupport", "FrameText", "FrameGeometry", "FrameImage"],
      exclude: ["Fonts"]),
    .testTarget(
      name: "FrameScriptTests",
      dependencies: [
        "TestSupport", "FrameScript", "FrameScene", "FrameGeometry", "FrameImage", "FramePlan",
        "FrameGesture",
        "FrameMessages",
      ],
      exclude: ["Errors"]),
    .testTarget(
      name: "FrameSceneTests",
      dependencies: [
        "TestSupport", "FrameScene", "FrameScript", "FrameGesture",
        "FrameText", "FrameGeometry", "FrameImage", "FramePlan",
      ]),
    .testTarget(name: "FrameLayersTests", dependencies: ["TestSupport", "FrameLayers"]),
    .testTarget(
      name: "FrameRenderTests",
      dependencies: ["TestSupport", "FrameRender", "FrameGeometry", "FrameImage", "FramePlan"]),
    .testTarget(
      name: "FrameCodecTests",
      dependencies: [
        "TestSupport", "FrameCodec", "FrameGeometry", "FrameImage", "CCodecWorker", "CLittleCMS", "Platform",
        "CFrameCodec",
      ], exclude: ["Plugins/Liar"]),
    .testTarget(
      name: "FrameCompareTests",
      dependencies: ["TestSupport", "FrameCompare", "FrameGeometry", "FrameImage"],
      exclude: ["metric-values.py", "pixelmatch-counts.py"]),
    .testTarget(name: "FrameKitTests", dependencies: ["TestSupport", "FrameEngine", "FrameKit", "Platform"]),
    .testTarget(
      name: "FrameEngineTests",
      dependencies: [
        "TestSupport", "FrameKit", "FramePixels", "FrameCodec", "FrameScene", "FrameScript", "FrameText",
        "FrameGeometry", "FrameImage", "FramePlan", "PNGCodec",
        "JPEGCodec", "FrameEngine", "FrameFiles", "FrameReports",
      ]),

    .testTarget(
      name: "FrameBatchTests",
      dependencies: [
        "TestSupport", "FrameBatch", "FrameCodec", "FrameImage", "PNGCodec",
        "Platform", "FrameEngine", "FrameFiles", "FrameReports", "FrameKit",
      ]),

    .testTarget(
      name: "FrameStudioTests",
      dependencies: ["TestSupport", "FrameStudio", "FrameKit", "FrameGeometry", "FrameImage"]),

    .testTarget(name: "FrameTestingTests", dependencies: ["FrameTesting"]),

    // Tests of all modules together, with golden images and the built program.
    .testTarget(
      name: "GoldenTests",
      dependencies: [
        "FrameKit", "FrameCodec", "FrameScript", "FrameScene", "FrameGeometry",
        "FrameImage",
        "FrameTesting", "JPEGCodec", "PNGCodec", "FrameEngine", "FrameReports",
      ],
      exclude: ["Cases", "Goldens"]),
    .testTarget(
      name: "ProgramTests",
      dependencies: ["FrameCodec", "FrameGeometry", "FrameImage", "Platform", "JPEGCodec", "PNGCodec"],
      exclude: ["Plugins"]),
  ],
  swiftLanguageModes: [.v6]
)

// The targets of the built-in codecs.
for codec in builtInCodecs {
  var dependencies: [Target.Dependency] = ["FrameCodec", "FrameImage"]
  dependencies += codec.imports.map { .target(name: $0) }
  let folder = "Plugins/\(codec.name)"
  if let libraries = codec.libraries {
    let module = "C\(codec.name)"
    dependencies += ["CFrameCodec", .target(name: module)]
    package.targets.append(
      .target(
        name: module, dependencies: ["CFrameCodec"], path: "\(folder)/\(module)",
        linkerSettings: libraries.map { .linkedLibrary($0) }))
  }
  package.targets.append(
    .target(name: codec.module, dependencies: dependencies, path: "\(folder)/\(codec.module)"))
  if let tests = package.targets.first(where: { $0.name == codec.tests }) {
    tests.dependencies.append(.target(name: codec.module))
  } else {
    package.targets.append(
      .testTarget(
        name: codec.tests,
        dependencies: [
          "TestSupport", "FrameCodec", "FrameGeometry", "FrameImage", .target(name: codec.module),
        ]))
  }
}

// The build of `make test`, which exports FRAMEIT_TESTS: "all", "optimized", or the names of the test targets to build.
if let choice = Context.environment["FRAMEIT_TESTS"] {
  // Modules with C, vector or unsafe code are optimized, because their tests would otherwise take most of the time. The
  // standard library checks its preconditions of debug builds in them. All other modules compile three times faster
  // without the optimizer; `make test-release` optimizes them.
  let optimized =
    [
      "FrameGeometry", "FrameImage", "FrameText", "FramePlan", "FrameRender", "FrameRenderTests",
      "FrameCompare", "FramePixels",
    ] + builtInCodecs.map(\.module)
  for target in package.targets where [.regular, .executable, .test].contains(target.type) {
    let isOptimized = optimized.contains(target.name) || choice == "optimized" && target.type != .test
    var options = isOptimized ? ["-assert-config", "Debug"] : ["-Onone"]
    // Nothing imports a module of tests, so its interface need not be compiled first, by another process.
    if target.type == .test { options.append("-no-emit-module-separately-wmo") }
    target.compile(with: options)
  }
  let chosen = choice.split(separator: " ").map(String.init)
  if chosen != ["all"], chosen != ["optimized"] {
    package.targets.removeAll { $0.type == .test && !chosen.contains($0.name) }
  }
} else if Context.environment["FRAMEIT_QUICK"] != nil {
  // The build of `make build`, which exports FRAMEIT_QUICK. These modules connect others, and have no loop over pixels or
  // statements: without the optimizer, they compile four times faster, and a small thumbnail takes 3% longer. FrameCodec
  // leaves such loops to libraries. `make dist` optimizes everything.
  let connecting = [
    "FrameMessages", "FrameFiles", "FrameEngine", "FrameReports", "FrameLayers", "FrameKit", "FrameBatch",
    "frameit",
  ]
  let options = Dictionary(
    uniqueKeysWithValues: [("FrameCodec", "-Osize")] + connecting.map { ($0, "-Onone") })
  for target in package.targets {
    if let option = options[target.name] { target.compile(with: [option]) }
  }
}

extension Target {
  /// Adds options of the compiler to release builds.
  func compile(with options: [String]) {
    swiftSettings = [.unsafeFlags(options, .when(configuration: .release))]
  }
}

// Programs for developers. They are left out unless FRAMEIT_TOOLS is set, so that `make run` does not wait for them.
if Context.environment["FRAMEIT_TOOLS"] != nil {
  package.targets += [
    // Draws the sample images for `make samples`; not part of the program.
    .executableTarget(
      name: "draw-samples",
      dependencies: ["FrameGeometry", "FrameImage", "FrameCodec", "JPEGCodec", "PNGCodec"],
      path: "SampleImages/Drawing"),

    // Measures the renderer for `make benchmarks`; not part of the program. In debug builds, rounding down calls
    // libm's floor, which is exact and therefore the same everywhere.
    .executableTarget(
      name: "kernel-benchmark",
      dependencies: [
        "FrameRender", "FrameGeometry", "FrameImage", "FramePlan",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Kernels", linkerSettings: [.linkedLibrary("m")]),

    // Measures the recognizers in the same way.
    .executableTarget(
      name: "gesture-benchmark",
      dependencies: [
        "FrameGesture", "FrameGeometry", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Gestures"),

    // Measures what a call of the library costs beside the renderer alone.
    .executableTarget(
      name: "library-benchmark",
      dependencies: [
        "FrameKit", "FrameRender", "FrameCodec", "FrameGeometry", "FrameImage", "FramePlan", "PNGCodec",
        "Platform",
        "FrameEngine",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Library"),

    // Edits images in one process, beside libraries in other languages.
    .executableTarget(
      name: "edit-benchmark",
      dependencies: [
        "FrameCodec", "FrameImage", "FrameKit", "JPEGCodec", "PNGCodec", "Platform",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/InProcess", exclude: ["peers.py", "run.py"]),
  ]
}

// `make test` checks that the syntax files of editors are up to date.
if Context.environment["FRAMEIT_TOOLS"] != nil || Context.environment["FRAMEIT_TESTS"] == "all" {
  package.targets.append(
    .executableTarget(name: "editor-files", dependencies: ["FrameScript"], path: "Editors/Generator"))
}
