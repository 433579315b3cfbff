import Foundation
import FrameCompare
import FrameImage

/// A golden image and the files that failing tests write beside it.
struct Golden {
  let name: String
  let folder: URL
  /// The folder of the test file at compile time.
  private let testFolder: URL

  /// - Parameter testFile: The value of `#filePath`.
  init(_ name: String, of testFile: String, in folder: String?) {
    self.name = name
    let file = URL(filePath: testFile)
    testFolder = file.deletingLastPathComponent()
    let defaultFolder = "Goldens/\(file.deletingPathExtension().lastPathComponent)"
    self.folder =
      URL(filePath: folder ?? defaultFolder, directoryHint: .isDirectory, relativeTo: testFolder)
      .absoluteURL.standardized
  }

  var expected: URL { folder.appending(path: "\(name).png") }
  var actual: URL { folder.appending(path: "\(name).actual.png") }
  var difference: URL { folder.appending(path: "\(name).difference.png") }

  /// Returns whether the golden with a name may be replaced.
  ///
  /// - Parameter acceptValue: The value of `FRAMEIT_ACCEPT`.
  static func isAccepted(_ name: String, by acceptValue: String?) -> Bool {
    guard let acceptValue else { return false }
    return acceptValue == "1" || acceptValue.split(separator: ",").contains { $0 == name }
  }

  /// Compares an image with the golden, and writes or removes files accordingly.
  ///
  /// - Parameter accepts: True to replace the golden if the comparison fails.
  /// - Returns: nil if the image matches.
  func failure(of image: Bitmap, _ tolerance: Tolerance, accepts: Bool) -> ImageFailure? {
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else {
      return ImageFailure("'\(name)' cannot be the name of a golden image: use a file name without '.png'")
    }
    guard var failure = comparisonFailure(image, tolerance) else {
      removeLeftovers()
      return nil
    }
    do {
      // Tests that run on a machine other than the build machine must not create folders there.
      guard [folder, testFolder].contains(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
        throw CocoaError(.fileNoSuchFile)
      }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if accepts {
        try write(image.png, at: expected)
        removeLeftovers()
        failure.message =
          "accepted as \(expected.path): check the image, then run again without FRAMEIT_ACCEPT (\(failure.message))"
      } else {
        removeLeftovers()
        for (name, png) in failure.images { try write(png, at: folder.appending(path: name)) }
        failure.message += "; see \(actual.path), and accept it with FRAMEIT_ACCEPT=\(name)"
      }
    } catch {
      failure.message += "; cannot write images to \(folder.path): \(error.localizedDescription)"
    }
    return failure
  }

  private func comparisonFailure(_ image: Bitmap, _ tolerance: Tolerance) -> ImageFailure? {
    func failure(_ message: String, difference png: [UInt8]? = nil) -> ImageFailure {
      ImageFailure(
        message, images: [actual.lastPathComponent: image.png, difference.lastPathComponent: png])
    }
    guard FileManager.default.fileExists(atPath: expected.path) else {
      return failure("there is no golden image '\(name)' yet")
    }
    do {
      let accepted = try Bitmap(pngFile: expected.path)
      return Mismatch(of: image, from: accepted, tolerance).map {
        failure("'\(name)' \($0.message)", difference: $0.image)
      }
    } catch {
      return failure("\(expected.path) cannot be read: \(error)")
    }
  }

  /// Removes the files of an earlier failed run.
  private func removeLeftovers() {
    for file in [actual, difference] { try? FileManager.default.removeItem(at: file) }
  }

  /// Writes atomically: tests run in parallel, so a reader sees either a whole image or none.
  private func write(_ bytes: [UInt8], at file: URL) throws {
    try Data(bytes).write(to: file, options: .atomic)
  }
}
