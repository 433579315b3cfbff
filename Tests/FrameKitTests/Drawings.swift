import Foundation
import FrameKit
import Testing

extension Bitmap {
  /// Returns a bitmap whose samples all differ from their neighbors.
  static func pattern(_ width: Int, _ height: Int, _ format: PixelFormat = .rgb8) throws -> Bitmap {
    var bitmap = Bitmap(size: try #require(PixelSize(width: width, height: height)), format: format)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<format.channels.rawValue {
          bitmap[x, y, channel] = (x * 7919 + y * 104_729 + channel * 1299) % (format.depth.maximum + 1)
        }
      }
    }
    return bitmap
  }
}

/// A folder for the files of one test, which is removed with the value.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/frameit-library-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { mkdtemp($0.baseAddress!) }
    path = String(cString: try #require(made))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file.
  subscript(name: String) -> String { path + "/" + name }

  /// The names of the files in the folder, sorted.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
