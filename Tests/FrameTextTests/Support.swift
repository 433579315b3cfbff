import Foundation
import FrameText

/// The fonts of these tests, which `Fonts/make.py` draws. In `bars.ttf` every glyph is a bar, with 1000 units per em.
struct TestFonts: FontFiles {
  var others: [String: [UInt8]] = [:]

  mutating func bytes(of file: String) throws(TextError) -> [UInt8] {
    if let bytes = others[file] { return bytes }
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fonts")
    guard let data = try? Data(contentsOf: folder.appending(path: file)) else { throw .noFile(file) }
    return [UInt8](data)
  }

  static func named(_ file: String) throws -> [UInt8] {
    var fonts = TestFonts()
    return try fonts.bytes(of: file)
  }
}

/// Sets a text with a new typesetter, so that nothing is cached from other texts.
func set(_ text: String, in style: TextStyle, _ fonts: TestFonts = TestFonts()) throws -> TypesetText {
  var setter = HarfBuzzTypesetter(files: fonts)
  return try setter.set(text, in: style)
}

extension TextStyle {
  /// The font of bars, at a size where one font unit is 1.
  static let bars = TextStyle(font: .file("bars.ttf"), size: 1000)
  static let inter = TextStyle(size: 2816)

  func with(_ change: (inout TextStyle) -> Void) -> TextStyle {
    var style = self
    change(&style)
    return style
  }
}

extension TypesetText {
  /// The left and right end of each bar of a text in the font of bars.
  var bars: [[Double]] {
    path.elements.split { $0 == .close }.map { contour in
      let xs = contour.compactMap { element -> Double? in
        switch element {
        case .move(let point), .line(let point): point.x
        default: nil
        }
      }
      return [xs.min()!, xs.max()!]
    }
  }

  var texts: [String] { lines.map(\.text) }
}
