// swift-tools-version: 6.2
import PackageDescription

// A package that uses frameit as a library. Elsewhere the dependency is the address of frameit's repository and a version.

let package = Package(
  name: "library",
  dependencies: [.package(name: "frameit", path: "../..")],
  targets: [
    // A program that frames every image of a folder.
    .executableTarget(
      name: "frame-folder", dependencies: [.product(name: "FrameKit", package: "frameit")]),
    // Tests of drawn pixels, gestures and differences.
    .testTarget(name: "FramingTests", dependencies: [.product(name: "FrameKit", package: "frameit")]),
    // Tests of a drawing with golden images.
    .target(name: "Badge"),
    .testTarget(
      name: "BadgeTests", dependencies: ["Badge", .product(name: "FrameTesting", package: "frameit")],
      exclude: ["Goldens"]),
  ],
  swiftLanguageModes: [.v6]
)
