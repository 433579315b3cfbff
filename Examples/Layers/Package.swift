// swift-tools-version: 6.2
import PackageDescription

// The layers alone: no image formats, no scripts, no files.
let package = Package(
  name: "Layers",
  dependencies: [.package(name: "frameit", path: "../..")],
  targets: [
    .executableTarget(name: "pinch", dependencies: [.product(name: "FrameLayers", package: "frameit")])
  ]
)
