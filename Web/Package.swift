// swift-tools-version: 6.2
import PackageDescription

// The programs that show pages in a browser on the same machine. They are a package of their own, so that `frameit` and
// FrameKit have no HTTP server in them.

let package = Package(
  name: "frameit-web",
  products: [
    .executable(name: "frameit-review", targets: ["frameit-review"]),
    .executable(name: "frameit-studio", targets: ["frameit-studio"]),
  ],
  // SwiftNIO and not FlyingFox, whose client pulls in Foundation's URLSession and with it libcurl: 76 MB in place of 27.
  dependencies: [
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(name: "frameit", path: ".."),
  ],
  targets: [
    // A server for pages on this machine.
    .target(
      name: "Loopback",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ]),
    // Serves the report of `frameit compare --review`.
    .executableTarget(name: "frameit-review", dependencies: ["Loopback"]),
    // Serves the page of `frameit studio`, in which fingers write a script.
    .target(name: "CStudioPage"),
    .executableTarget(
      name: "frameit-studio",
      dependencies: ["Loopback", "CStudioPage", .product(name: "FrameStudio", package: "frameit")]),
    .testTarget(name: "LoopbackTests", dependencies: ["Loopback"]),
  ],
  swiftLanguageModes: [.v6]
)
