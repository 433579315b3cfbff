import Testing

/// Runs all tests of this package.
///
/// Without this file, SwiftPM looks for tests of XCTest in an index of the sources, which costs a tenth of the time of
/// compiling them.
@main struct AllTests {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
