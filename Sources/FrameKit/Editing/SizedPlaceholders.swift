import FrameModel
import FrameScene

/// Stands for pictures of which no more than a size is known: enough to run a script, not to render it.
public struct SizedPlaceholders: PictureLibrary {
  private let size: PixelSize

  /// - Parameter size: of every picture, upright.
  public init(size: PixelSize) {
    self.size = size
  }

  public let inputCount = Int.max

  public func input(_ number: Int) -> Picture? { picture(number) }
  public func file(_ path: String) -> Picture { picture(0) }
  public func folder(_ path: String) -> [String] { [path] }

  private func picture(_ number: Int) -> Picture {
    Picture(id: number, name: "placeholder", size: size, pixels: .rgb8)
  }
}

/// No picture at all: what the script asks for is left to its own placeholders.
struct NoPictures: PictureLibrary {
  let inputCount = 0

  func input(_ number: Int) -> Picture? { nil }

  func file(_ path: String) throws -> Picture {
    throw ScriptError(.notYet("a picture without its file"), at: ScriptPosition())
  }

  func folder(_ path: String) -> [String] { [path] }
}
