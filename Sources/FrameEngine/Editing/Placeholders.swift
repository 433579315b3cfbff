import FrameImage
import FramePlan
import FrameScene
import FrameText

/// A library of images that have a size but no pixels: enough to run a script, not to render it.
struct PlaceholderLibrary: ImageLibrary {
  /// The size of every image, upright. If nil, the script's own placeholders replace inputs.
  let size: PixelSize?
  /// Opens the images that the script names; nil for placeholders in their place.
  var store: ImageStore?

  let inputCount = 0

  /// Images of the store have numbers from 0 on.
  func input(_ number: Int) -> SourceImage? { size.map { image(id: -number, $0) } }

  func file(_ path: String) throws(SceneError) -> SourceImage {
    if let store { return try store.file(path) }
    return image(id: 0, size ?? PixelSize(width: 1, height: 1)!)
  }

  func folder(_ path: String) throws(SceneError) -> [String] { try store?.folder(path) ?? [path] }

  private func image(id: Int, _ size: PixelSize) -> SourceImage {
    SourceImage(id: id, name: "placeholder", size: size, pixels: .rgb8)
  }
}

/// A typesetter that uses the shipped font in place of every other font.
struct PlaceholderTypesetter: Typesetter {
  private var typesetter: HarfBuzzTypesetter<NoFonts>

  init(limits: Limits) {
    typesetter = HarfBuzzTypesetter(files: NoFonts(), limits: limits)
  }

  mutating func set(_ text: String, in style: TextStyle) throws(TextError) -> TypesetText {
    var style = style
    style.font = .shipped
    return try typesetter.set(text, in: style)
  }

  private struct NoFonts: FontFiles {
    func bytes(of file: String) throws(TextError) -> [UInt8] { throw .noFile(file) }
  }
}
