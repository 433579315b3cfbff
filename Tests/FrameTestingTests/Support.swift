import Foundation
import Testing

@testable import FrameTesting

/// A fresh folder of a test file that is not there; it goes when nobody holds it any more.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "frameit-goldens-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func golden(_ name: String = "dot") -> Golden {
    Golden(name, of: url.appending(path: "DotTests.swift").path, in: nil)
  }

  /// What is in the goldens' folder, hidden files too.
  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: golden().folder.path).sorted()) ?? []
  }
}

/// A white image with a dot of this gray.
func dot(_ gray: UInt8, width: Int = 6, height: Int = 4) throws -> Bitmap {
  var bytes = [UInt8](repeating: 255, count: width * height)
  bytes[width + 2] = gray
  return try #require(Bitmap(width: width, height: height, format: .gray8, bytes: bytes))
}
