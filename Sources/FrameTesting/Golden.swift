import FrameCompare
import FrameModel
import Foundation

/// A golden image: its place, and what tests that fail leave beside it.
struct Golden {
  let name: String
  let folder: URL
  /// The folder of the test file, as the compiler saw it.
  private let origin: URL

  /// - Parameter testFile: the path that `#filePath` gave.
  init(_ name: String, of testFile: String, in folder: String?) {
    self.name = name
    let file = URL(filePath: testFile)
    origin = file.deletingLastPathComponent()
    let usual = "Goldens/\(file.deletingPathExtension().lastPathComponent)"
    self.folder =
      URL(filePath: folder ?? usual, directoryHint: .isDirectory, relativeTo: origin)
      .absoluteURL.standardized
  }

  var expected: URL { folder.appending(path: "\(name).png") }
  var actual: URL { folder.appending(path: "\(name).actual.png") }
  var difference: URL { folder.appending(path: "\(name).difference.png") }

  /// - Parameter wish: what `FRAMEIT_ACCEPT` says.
  static func isAccepted(_ name: String, by wish: String?) -> Bool {
    guard let wish else { return false }
    return wish == "1" || wish.split(separator: ",").contains { $0 == name }
  }

  /// Compares, and leaves or removes what the outcome asks for.
  ///
  /// - Parameter accepts: whether an image that fails becomes the golden.
  /// - Returns: nil where the image matches.
  func failure(of image: Bitmap, _ tolerance: Tolerance, accepts: Bool) -> ImageFailure? {
    guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else {
      return ImageFailure("'\(name)' cannot name a golden: it is to be the name of a file, without '.png'")
    }
    guard var failure = finding(image, tolerance) else {
      clean()
      return nil
    }
    do {
      // Tests that run elsewhere than they were built make no folders at random.
      guard [folder, origin].contains(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
        throw CocoaError(.fileNoSuchFile)
      }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if accepts {
        try put(image.png, at: expected)
        clean()
        failure.message =
          "taken as \(expected.path): look at it, and run again without FRAMEIT_ACCEPT (\(failure.message))"
      } else {
        clean()
        for (name, png) in failure.images { try put(png, at: folder.appending(path: name)) }
        failure.message += "; see \(actual.path), and take it with FRAMEIT_ACCEPT=\(name)"
      }
    } catch {
      failure.message += "; no image could be left in \(folder.path): \(error.localizedDescription)"
    }
    return failure
  }

  private func finding(_ image: Bitmap, _ tolerance: Tolerance) -> ImageFailure? {
    func failure(_ message: String, difference png: [UInt8]? = nil) -> ImageFailure {
      ImageFailure(
        message, images: [actual.lastPathComponent: image.png, difference.lastPathComponent: png])
    }
    guard FileManager.default.fileExists(atPath: expected.path) else {
      return failure("there is no golden '\(name)' yet")
    }
    do {
      let accepted = try Bitmap(pngFile: expected.path)
      return Mismatch(of: image, from: accepted, tolerance).map {
        failure("'\(name)' \($0.line)", difference: $0.image)
      }
    } catch {
      return failure("\(expected.path) cannot be read: \(error)")
    }
  }

  /// Removes what a run that failed has left.
  private func clean() {
    for file in [actual, difference] { try? FileManager.default.removeItem(at: file) }
  }

  /// Atomic: tests run at the same time, and whoever looks sees a whole image or none.
  private func put(_ bytes: [UInt8], at file: URL) throws {
    try Data(bytes).write(to: file, options: .atomic)
  }
}
