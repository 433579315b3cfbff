// swift-tools-version: 6.2
import PackageDescription

// The programs that show pages in a browser on the same machine. They are a package of their own, so that `frameit` and
// FrameKit have no HTTP server in them.

let package = Package(
  name: "frameit-web",
  products: [.executable(name: "frameit-review", targets: ["frameit-review"])],
  // SwiftNIO and not FlyingFox, whose client pulls in Foundation's URLSession and with it libcurl: 76 MB in place of 27.
  dependencies: [.package(url: "https://github.com/apple/swift-nio", from: "2.101.2")],
  targets: [
    // A server on loopback for one browser.
    .target(
      name: "Loopback",
      dependencies: [
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    // Serves the report of `frameit compare --review`.
    .executableTarget(name: "frameit-review", dependencies: ["Loopback"]),
    .testTarget(name: "LoopbackTests", dependencies: ["Loopback"]),
  ],
  swiftLanguageModes: [.v6]
)
