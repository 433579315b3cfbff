import FrameCodec
import FrameModel
import FrameScene
import FrameText

/// The images of one edit, each opened once. An image's number is its place on the shelf.
final class ImageStore: ImageLibrary, FontFiles {
  private let host: any ImageHost
  private let codecs: CodecList
  private let limits: Limits
  /// In the order in which they were asked for: the first input is the first of all.
  private(set) var images: [OpenImage] = []
  private var places: [Key: Int] = [:]
  /// Why an image could not be had.
  private var failures: [Key: any Error] = [:]

  /// A request by its bytes: two spellings of a letter are two files.
  private enum Key: Hashable {
    case input(Int)
    case file([UInt8])
    case folder([UInt8])
    case font([UInt8])

    init(_ request: ImageRequest) {
      switch request {
      case .input(let number): self = .input(number)
      case .file(let path): self = .file(Array(path.utf8))
      case .folder(let path): self = .folder(Array(path.utf8))
      }
    }
  }

  init(host: any ImageHost, codecs: CodecList, limits: Limits) {
    self.host = host
    self.codecs = codecs
    self.limits = limits
  }

  var inputCount: Int { host.inputCount }

  func input(_ number: Int) throws(ImageUnavailable) -> SourceImage? {
    try image(.input(number)) { try host.input(number) }
  }

  func file(_ path: String) throws(ImageUnavailable) -> SourceImage {
    guard let image = try image(.file(path), open: { try host.file(path) }) else {
      throw ImageUnavailable()
    }
    return image
  }

  func folder(_ path: String) throws(ImageUnavailable) -> [String] {
    do {
      return try host.folder(path)
    } catch {
      failures[Key(.folder(path))] = error
      throw ImageUnavailable()
    }
  }

  func bytes(of file: String) throws(NoFontFile) -> [UInt8] {
    do {
      return try host.font(file, limit: limits.fontBytes)
    } catch {
      failures[.font(Array(file.utf8))] = error
      throw NoFontFile()
    }
  }

  private func image(
    _ request: ImageRequest, open: () throws -> NamedInput?
  ) throws(ImageUnavailable) -> SourceImage? {
    if let place = places[Key(request)] { return images[place].image(id: place) }
    do {
      guard let input = try open() else { return nil }
      let image = try OpenImage(input, codecs: codecs, limits: limits)
      places[Key(request)] = images.count
      images.append(image)
      return image.image(id: images.count - 1)
    } catch {
      failures[Key(request)] = error
      throw ImageUnavailable()
    }
  }

  /// The numbers of the images whose blocks a codec can take over: those of its own format.
  func movable(by codec: any Codec) -> Set<Int> {
    guard codec is any LosslessCodec else { return [] }
    return Set(images.indices.filter { images[$0].codec.format.name == codec.format.name })
  }

  /// The numbers of the animated images by themselves.
  var animated: Set<Int> { Set(images.indices.filter { images[$0].header.frames > 1 }) }

  /// The numbers of the images whose samples, or what is said of them, become others.
  func recolored(by target: ColorTarget) -> Set<Int> {
    target == .first ? [] : Set(images.indices.filter { !images[$0].saysNothingOfColors })
  }

  /// The whole of an error of which the script knows half: that there is no such image.
  func explained(_ error: ScriptError) -> EditError {
    let key: Key
    switch error.problem {
    case .noImage(let request): key = Key(request)
    case .text(.noFile(let file)): key = .font(Array(file.utf8))
    default: return .script(error)
    }
    guard let reason = failures[key] else { return .script(error) }
    // The script does not name its inputs.
    var place: ScriptPosition? = error.position
    if case .input = key { place = nil }
    if let failure = reason as? ImageError { return .image(failure, at: place) }
    return .host(reason, at: place)
  }
}
