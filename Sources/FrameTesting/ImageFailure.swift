import Testing
import XCTest

/// What a test is told, and the images that show it.
struct ImageFailure {
  var message: String
  /// PNGs, by the names of their files.
  var images: [String: [UInt8]]

  init(_ message: String, images: [String: [UInt8]?] = [:]) {
    self.message = message
    self.images = images.compactMapValues { $0 }
  }

  /// Fails the test that is running, be it Swift Testing's or XCTest's.
  func record(at place: TestPlace) {
    // Only Swift Testing knows its test here. Without one it is XCTest's, or a task of Swift Testing's that was
    // detached from its test: each of the two frameworks passes silently over what is meant for the other.
    if Test.current == nil { XCTFail(message, file: place.filePath, line: place.line) }
    Issue.record(Comment(rawValue: message), sourceLocation: place.sourceLocation)
    for (name, png) in images.sorted(by: { $0.key < $1.key }) {
      Attachment.record(png, named: name, sourceLocation: place.sourceLocation)
    }
  }
}

/// Where in the sources the test says what it expects.
struct TestPlace {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }
}
