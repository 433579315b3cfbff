import FrameCodec
import FrameCompare
import FrameImage
import PNGCodec
import Testing
import XCTest

/// The message of a failed test, and images that show the failure.
struct ImageFailure {
  var message: String
  /// PNG files by name.
  var images: [String: [UInt8]]

  init(_ message: String, images: [String: [UInt8]?] = [:]) {
    self.message = message
    self.images = images.compactMapValues { $0 }
  }

  /// Fails the current test of Swift Testing or XCTest.
  func record(at location: TestLocation) {
    // `Test.current` is nil in XCTest, and in a detached task of Swift Testing. Each framework ignores
    // failures that are meant for the other, so both are notified.
    if Test.current == nil { XCTFail(message, file: location.filePath, line: location.line) }
    Issue.record(Comment(rawValue: message), sourceLocation: location.sourceLocation)
    for (name, png) in images.sorted(by: { $0.key < $1.key }) {
      Attachment.record(png, named: name, sourceLocation: location.sourceLocation)
    }
  }
}

/// The source location of an expectation.
struct TestLocation {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  var sourceLocation: SourceLocation {
    SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }
}

/// A difference between an image and the expected one that exceeds the tolerance.
struct Mismatch {
  /// The difference as text, as `frameit compare` prints it.
  let message: String
  /// A difference image as a PNG; nil if the sizes differ or nothing was compared.
  let image: [UInt8]?

  /// - Returns: nil if the tolerance allows the difference.
  init?(of actual: Bitmap, from expected: Bitmap, _ tolerance: Tolerance) {
    // The common case. It skips the pixel comparison, which is slow in debug builds.
    if actual == expected { return nil }
    guard actual.size == expected.size else {
      message = ComparisonResult.sizesDiffer(expected: expected.size, actual: actual.size).summary
      image = nil
      return
    }
    let output = ByteOutput()
    do {
      let difference = try tolerance.compare(
        drawing: { size in
          let request = EncodeRequest(size: size, pixels: .rgb8)
          return DifferenceImage(encoder: try PNGCodec().encoder(output, request), width: size.width)
        },
        reading: { try $0(ComparedImages(expected, actual)) })
      let result = ComparisonResult(difference, tolerance)
      if result.isSame { return nil }
      message = result.summary
      image = output.bytes
    } catch {
      // The only possible error: the tolerance ignores every pixel.
      message = "nothing was compared: \(error)"
      image = nil
    }
  }
}
