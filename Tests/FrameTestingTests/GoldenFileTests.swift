import Foundation
import Testing

@testable import FrameTesting

/// Tests of a golden's verdict, and of the files that it leaves beside the golden.
@Suite struct GoldenFileTests {
  private func accepted(_ image: Bitmap) throws -> Folder {
    let folder = try Folder()
    _ = folder.golden().failure(of: image, .exact, accepts: true)
    #expect(folder.names == ["dot.png"])
    return folder
  }

  @Test("A missing golden image fails and leaves the actual image") func missingLeavesImage() throws {
    let folder = try Folder()
    let failure = try #require(folder.golden().failure(of: dot(0), .exact, accepts: false))
    let actual = folder.golden().actual.path
    #expect(
      failure.message
        == "there is no golden image 'dot' yet; see \(actual), and accept it with FRAMEIT_ACCEPT=dot")
    #expect(folder.names == ["dot.actual.png"])
    #expect(try Bitmap(pngFile: actual) == dot(0))
  }

  @Test("An accepted image becomes the golden image, and the test still fails once") func acceptedImage()
    throws
  {
    let folder = try Folder()
    _ = folder.golden().failure(of: try dot(0), .exact, accepts: false)
    let failure = try #require(folder.golden().failure(of: dot(0), .exact, accepts: true))
    #expect(failure.message.hasPrefix("accepted as \(folder.golden().expected.path): check the image"))
    #expect(folder.names == ["dot.png"])
    #expect(try Bitmap(pngFile: folder.golden().expected.path) == dot(0))
    #expect(folder.golden().failure(of: try dot(0), .exact, accepts: false) == nil)
  }

  @Test("A failure leaves its images, and a success removes them") func leftImages() throws {
    let folder = try accepted(dot(0))
    let before = try Data(contentsOf: folder.golden().expected)
    let failure = try #require(folder.golden().failure(of: dot(255), .exact, accepts: false))
    #expect(
      failure.message.hasPrefix(
        "'dot' differs: 1 of 24 pixels (4.17%) in 1 x 1 at 2,1, largest difference 100.0%; see ")
    )
    #expect(folder.names == ["dot.actual.png", "dot.difference.png", "dot.png"])
    let shown = try Bitmap(pngFile: folder.golden().difference.path)
    #expect((0..<3).map { shown[2, 1, $0] } == [255, 0, 0] && shown[3, 1, 1] == 255)
    #expect(try Data(contentsOf: folder.golden().expected) == before)
    #expect(folder.golden().failure(of: try dot(0), .exact, accepts: false) == nil)
    #expect(folder.names == ["dot.png"])
  }

  @Test("A golden image that passes is not written again") func notRewritten() throws {
    let folder = try accepted(dot(0))
    let before = try FileManager.default.attributesOfItem(atPath: folder.golden().expected.path)
    #expect(folder.golden().failure(of: try dot(9), Tolerance(limit: .pixels(1)), accepts: true) == nil)
    let after = try FileManager.default.attributesOfItem(atPath: folder.golden().expected.path)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    #expect(try Bitmap(pngFile: folder.golden().expected.path) == dot(0))
  }

  @Test("Images of different sizes fail without a difference image") func differentSizes() throws {
    let folder = try accepted(dot(0))
    _ = folder.golden().failure(of: try dot(9), .exact, accepts: false)
    let wider = try dot(0, width: 7)
    let failure = try #require(
      folder.golden().failure(of: wider, Tolerance(limit: .percent(100)), accepts: false))
    #expect(failure.message.hasPrefix("'dot' differs: the sizes are 6 x 4 and 7 x 4; see "))
    #expect(folder.names == ["dot.actual.png", "dot.png"])
  }

  @Test("A damaged golden image fails") func damagedGolden() throws {
    let folder = try accepted(dot(0))
    try Data("no image".utf8).write(to: folder.golden().expected)
    let failure = try #require(folder.golden().failure(of: dot(0), .exact, accepts: false))
    #expect(failure.message.contains("dot.png cannot be read: "))
    _ = folder.golden().failure(of: try dot(0), .exact, accepts: true)
    #expect(folder.golden().failure(of: try dot(0), .exact, accepts: false) == nil)
  }

  @Test("The result is the same if no images can be left") func readOnlyFolder() throws {
    let lost = Golden("dot", of: "/nowhere/at/all/DotTests.swift", in: nil)
    let failure = try #require(lost.failure(of: dot(0), .exact, accepts: true))
    #expect(
      failure.message.hasPrefix(
        "there is no golden image 'dot' yet; cannot write images to /nowhere/at/all/Goldens/DotTests: "))
    #expect(!FileManager.default.fileExists(atPath: "/nowhere"))
  }

  @Test("A name must be a plain file name", arguments: ["", ".", "..", ".dot", "a/b", "../dot"])
  func names(name: String) throws {
    let folder = try Folder()
    let failure = try #require(folder.golden(name).failure(of: dot(0), .exact, accepts: true))
    #expect(failure.message.contains("cannot be the name of a golden image"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test("The folder of golden images can be chosen") func otherFolder() {
    func folder(_ name: String?) -> String {
      let path = Golden("dot", of: "/work/Tests/DotTests.swift", in: name).folder.path
      return path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    #expect(folder(nil) == "/work/Tests/Goldens/DotTests")
    #expect(folder("Images") == "/work/Tests/Images")
    #expect(folder("../Images") == "/work/Images")
    #expect(folder("/srv/images") == "/srv/images")
  }

  @Test("FRAMEIT_ACCEPT selects the golden images to accept") func acceptance() {
    #expect(!Golden.isAccepted("dot", by: nil) && !Golden.isAccepted("dot", by: ""))
    #expect(!Golden.isAccepted("dot", by: "0") && !Golden.isAccepted("dot", by: "dots"))
    #expect(Golden.isAccepted("dot", by: "1") && Golden.isAccepted("dot", by: "line,dot"))
  }
}
