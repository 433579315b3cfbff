import FrameCompare
import FrameModel
import Foundation

/// Expects an image to be the one that was accepted under this name.
///
///     @Test func button() {
///       expectImage(drawButton(), matches: "button")
///     }
///
/// It can be called in tests of Swift Testing and of XCTest alike. For a test file `ButtonTests.swift` the golden is
/// `Goldens/ButtonTests/button.png` beside it. A test that fails, also for want of a golden, leaves the image
/// there as `button.actual.png`, and where it differs as `button.difference.png`; when it passes again they are
/// gone. In Swift Testing they are attachments too.
///
/// With `FRAMEIT_ACCEPT=1` in the environment the image becomes the golden where the test fails, with
/// `FRAMEIT_ACCEPT=button,menu` that of these names alone. Such a test still fails: no run that compared nothing
/// shall look as if it had.
///
/// - Parameters:
///   - name: of the golden's file, without ".png"; one for each image of a test file.
///   - tolerance: how near is near enough; without it every sample counts.
///   - folder: where the golden is, from the test file's folder on, in place of `Goldens/ButtonTests`.
public func expectImage(
  _ image: Bitmap, matches name: String, tolerance: Tolerance = .exact, in folder: String? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  let golden = Golden(name, of: "\(filePath)", in: folder)
  let wish = ProcessInfo.processInfo.environment["FRAMEIT_ACCEPT"]
  if let failure = golden.failure(of: image, tolerance, accepts: Golden.isAccepted(name, by: wish)) {
    failure.record(at: TestPlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// Expects two images to be the same.
///
///     expectImage(draw(scale: 2), equals: draw(scale: 1).doubled, tolerance: Tolerance(threshold: 0.1))
///
/// Gray counts as three equal channels, missing alpha as opaque, and 8 bits a sample as the same in 16. Images of
/// different sizes are never the same.
///
/// - Parameter tolerance: how near is near enough; without it every sample counts.
public func expectImage(
  _ image: Bitmap, equals expected: Bitmap, tolerance: Tolerance = .exact,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) {
  guard let mismatch = Mismatch(of: image, from: expected, tolerance) else { return }
  let images = [
    "expected.png": expected.png, "actual.png": image.png, "difference.png": mismatch.image,
  ]
  ImageFailure(mismatch.line, images: images).record(
    at: TestPlace(fileID: fileID, filePath: filePath, line: line, column: column))
}
