import Foundation
import FrameCompare
import FrameImage

// The types that calls of `expectImage` use, so that a test needs no other import. They are exported one by
// one: all of FrameImage would add names such as Rect and Script to test files that have their own.
@_exported import struct FrameCompare.ComparisonMetric
@_exported import struct FrameCompare.ComparisonOptions
@_exported import enum FrameCompare.DifferenceLimit
@_exported import struct FrameCompare.MetricLimit
@_exported import struct FrameCompare.Tolerance
@_exported import struct FrameImage.Bitmap
@_exported import struct FrameImage.Color
@_exported import struct FrameImage.PixelFormat
@_exported import struct FrameImage.PixelRect
@_exported import struct FrameImage.PixelSize

/// Expects an image to match the golden image with a name.
///
///     @Test func button() {
///       expectImage(drawButton(), matches: "button")
///     }
///
/// Works in tests of Swift Testing and of XCTest. The golden of a test file `ButtonTests.swift` is
/// `Goldens/ButtonTests/button.png` beside it. A failing test, also one without a golden, writes the image
/// there as `button.actual.png`, and any difference image as `button.difference.png`. When the test passes
/// again, both are removed. Swift Testing also records them as attachments.
///
/// If the environment variable `FRAMEIT_ACCEPT` is 1, the image of each failing test becomes its golden; with
/// `FRAMEIT_ACCEPT=button,menu`, only goldens with these names change. The test still fails, so that a run
/// without a comparison never looks successful.
///
/// - Parameters:
///   - name: The name of the golden's file, without ".png". Each image of a test file needs its own name.
///   - tolerance: The allowed difference. By default, every sample must match.
///   - folder: The folder of the golden, relative to the test file's folder, instead of
///     `Goldens/ButtonTests`.
public func expectImage(
  _ image: Bitmap, matches name: String, tolerance: Tolerance = .exact, in folder: String? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  let golden = Golden(name, of: "\(filePath)", in: folder)
  let acceptValue = ProcessInfo.processInfo.environment["FRAMEIT_ACCEPT"]
  if let failure = golden.failure(of: image, tolerance, accepts: Golden.isAccepted(name, by: acceptValue)) {
    failure.record(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// Expects two images to be equal.
///
///     expectImage(draw(scale: 2), equals: draw(scale: 1).doubled, tolerance: Tolerance(threshold: 0.1))
///
/// Gray counts as three equal channels, missing alpha as opaque, and 8 bits per sample as the same value in
/// 16 bits. Images of different sizes are never equal.
///
/// - Parameter tolerance: The allowed difference. By default, every sample must match.
public func expectImage(
  _ image: Bitmap, equals expected: Bitmap, tolerance: Tolerance = .exact,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  guard let mismatch = Mismatch(of: image, from: expected, tolerance) else { return }
  let images = [
    "expected.png": expected.png, "actual.png": image.png, "difference.png": mismatch.image,
  ]
  ImageFailure(mismatch.message, images: images).record(
    at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}
