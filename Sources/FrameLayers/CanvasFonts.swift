import FrameText

/// The fonts of a canvas, by the names that its scene has for them.
package struct CanvasFonts: FontFiles, Sendable {
  /// The paths of fonts in files.
  package let files: Set<String>
  /// The fonts in memory. The names are "font 1" and so on.
  private let inMemory: [[UInt8]]

  package init(_ fonts: [FontSource] = []) {
    var (files, inMemory): (Set<String>, [[UInt8]]) = ([], [])
    for font in fonts {
      switch font {
      case .builtIn: break
      case .file(let path): files.insert(path)
      case .bytes(let bytes): if !inMemory.contains(bytes) { inMemory.append(bytes) }
      }
    }
    (self.files, self.inMemory) = (files, inMemory)
  }

  /// Returns the name of a font; nil for the built-in one.
  func name(of font: FontSource) -> String? {
    switch font {
    case .builtIn: nil
    case .file(let path): path
    case .bytes(let bytes): inMemory.firstIndex(of: bytes).map { "font \($0 + 1)" }
    }
  }

  /// Returns the bytes of a font in memory.
  package func bytes(of name: String) throws(TextError) -> [UInt8] {
    guard let index = inMemory.indices.first(where: { name == "font \($0 + 1)" }) else { throw .noFile(name) }
    return inMemory[index]
  }
}
