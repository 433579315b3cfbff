import FrameModel
import FrameScene
import FrameText

/// Stands for images of which no more than a size is known: enough to run a script, not to render it.
struct PlaceholderHost: ImageLibrary {
  /// Of every image, upright; nil leaves inputs to the script's own placeholders.
  let size: PixelSize?

  let inputCount = 0

  func input(_ number: Int) -> SourceImage? { size.map { image(id: number, $0) } }

  func file(_ path: String) -> SourceImage {
    image(id: 0, size ?? PixelSize(width: 1, height: 1)!)
  }

  func folder(_ path: String) -> [String] { [path] }

  private func image(id: Int, _ size: PixelSize) -> SourceImage {
    SourceImage(id: id, name: "placeholder", size: size, pixels: .rgb8)
  }
}

/// Sets texts in the shipped font, whatever font they name.
struct PlaceholderTypesetter: Typesetter {
  private var setter: HarfBuzzTypesetter<NoFonts>

  init(limits: Limits) {
    setter = HarfBuzzTypesetter(files: NoFonts(), limits: limits)
  }

  mutating func set(_ text: String, in style: TextStyle) throws(TextError) -> TypesetText {
    var style = style
    style.font = .shipped
    return try setter.set(text, in: style)
  }

  private struct NoFonts: FontFiles {
    func bytes(of file: String) throws(NoFontFile) -> [UInt8] { throw NoFontFile() }
  }
}
