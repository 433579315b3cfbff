// swift-tools-version: 6.2
import PackageDescription

// A package that draws, and holds its drawings to images that people have looked at. Elsewhere the
// dependency is the address of frameit's repository and a version.

let package = Package(
  name: "golden-tests",
  dependencies: [.package(name: "frameit", path: "../..")],
  targets: [
    .target(name: "Badge"),
    .testTarget(
      name: "BadgeTests", dependencies: ["Badge", .product(name: "FrameTesting", package: "frameit")],
      exclude: ["Goldens"]),
  ]
)
