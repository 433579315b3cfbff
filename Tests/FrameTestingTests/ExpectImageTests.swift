import FrameTesting
import Testing
import XCTest

/// Tests of `expectImage` in Swift Testing.
@Suite struct ExpectImageTests {
  @Test("Equal images pass") func equalImages() throws {
    expectImage(try dot(0), equals: try dot(0))
    let opaque = try #require(Bitmap(width: 1, height: 1, format: .rgba8, bytes: [7, 7, 7, 255]))
    expectImage(opaque, equals: try #require(Bitmap(width: 1, height: 1, format: .gray8, bytes: [7])))
  }

  @Test("Different images fail") func differentImages() throws {
    let (white, black) = (try dot(255), try dot(0))
    expect("differs: 1 of 24 pixels (4.17%) in 1 x 1 at 2,1, largest difference 100.0%") {
      expectImage(white, equals: black)
    }
    let narrow = try dot(0, width: 5)
    expect("differs: the sizes are 6 x 4 and 5 x 4") { expectImage(narrow, equals: black) }
  }

  @Test("Each tolerance allows differences up to its limit")
  func tolerances() throws {
    let (light, black) = (try dot(9), try dot(0))
    let spot = PixelRect(x: 2, y: 1, size: try #require(PixelSize(width: 1, height: 1)))
    for tolerance in [
      Tolerance(threshold: 0.1), Tolerance(limit: .pixels(1)), Tolerance(limit: .percent(5)),
      Tolerance(ignored: [spot]), Tolerance(hardThreshold: 0.1, limit: .pixels(1)),
    ] {
      expectImage(light, equals: black, tolerance: tolerance)
    }
    for tolerance in [
      Tolerance(threshold: 0.001), Tolerance(limit: .percent(4)), Tolerance(ignoresAntialiasing: true),
      Tolerance(hardThreshold: 0.01, limit: .pixels(1)),
    ] {
      expect("differs: 1 of 24") { expectImage(light, equals: black, tolerance: tolerance) }
    }
  }

  @Test("A missing golden image fails") func missingGolden() throws {
    let image = try dot(0)
    // The path is that of a test from another machine, so no image is written here.
    expect("there is no golden image 'dot' yet") {
      expectImage(image, matches: "dot", filePath: "/nowhere/DotTests.swift")
    }
  }

  private func expect(_ start: String, place: SourceLocation = #_sourceLocation, _ body: () -> Void) {
    withKnownIssue(sourceLocation: place) {
      body()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix(start) }
        && issue.sourceLocation?.fileName == place.fileName
    }
  }
}

/// Without a current test of Swift Testing, `expectImage` records a failure in the current test case of XCTest, too. There is one
/// such test case in the process, so these tests run one after the other.
@Suite(.serialized) struct ExpectImageDetachedTests {
  @Test("A failure in a detached task fails the test") func detachedTask() async throws {
    let (white, black) = (try dot(255), try dot(0))
    await Task.detached {
      withKnownIssue { expectImage(white, equals: black) }
    }.value
  }

  // The test case runs inside this test, because XCTest has no expected failures on Linux.
  @Test("In XCTest, different images and a missing golden image fail the test case") func failures()
    async throws
  {
    let (white, black) = (try dot(255), try dot(0))
    let same = await failures { expectImage(black, equals: black) }
    #expect(same == [])
    let different = await failures { expectImage(white, equals: black) }
    #expect(different.count == 1 && different[0].contains("differs: 1 of 24 pixels"), "\(different)")
    let missing = await failures { expectImage(white, matches: "dot", filePath: "/nowhere/DotTests.swift") }
    #expect(missing.first?.contains("there is no golden image 'dot' yet") == true, "\(missing)")
  }

  /// Returns the failures that XCTest records. In a detached task there is no current test of Swift Testing, as in XCTest.
  private func failures(_ body: @escaping @Sendable () -> Void) async -> [String] {
    await Task.detached {
      var heard: [String] = []
      withKnownIssue(isIntermittent: true) {
        let test = Listening(name: "listening") { _ in body() }
        test.run()
        heard = test.heard
      }
      return heard
    }.value
  }

  private final class Listening: XCTestCase {
    var heard: [String] = []

    override func recordFailure(
      withDescription description: String, inFile path: String, atLine line: Int, expected: Bool
    ) {
      heard.append(description)
    }
  }
}
