import Foundation
import Testing

@testable import FrameTesting

/// A temporary folder for the goldens of a test file that does not exist. It is deleted with the last reference.
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

  /// The names in the folder of goldens, including hidden files.
  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: golden().folder.path).sorted()) ?? []
  }
}

/// Returns a white image with one dot of a given gray.
func dot(_ gray: UInt8, width: Int = 6, height: Int = 4) throws -> Bitmap {
  var bytes = [UInt8](repeating: 255, count: width * height)
  bytes[width + 2] = gray
  return try #require(Bitmap(width: width, height: height, format: .gray8, bytes: bytes))
}
