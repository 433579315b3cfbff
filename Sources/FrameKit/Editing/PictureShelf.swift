import FrameCodec
import FrameModel
import FrameScene
import FrameText

/// The pictures of one edit, each opened once. A picture's number is its place on the shelf.
final class PictureShelf: PictureLibrary, FontFiles {
  private let host: any PictureHost
  private let codecs: CodecList
  private let limits: Limits
  /// In the order in which they were asked for: the first input is the first of all.
  private(set) var pictures: [OpenPicture] = []
  private var places: [Key: Int] = [:]
  /// Why a picture could not be had.
  private var failures: [Key: any Error] = [:]

  /// A request by its bytes: two spellings of a letter are two files.
  private enum Key: Hashable {
    case input(Int)
    case file([UInt8])
    case folder([UInt8])
    case font([UInt8])

    init(_ request: PictureRequest) {
      switch request {
      case .input(let number): self = .input(number)
      case .file(let path): self = .file(Array(path.utf8))
      case .folder(let path): self = .folder(Array(path.utf8))
      }
    }
  }

  init(host: any PictureHost, codecs: CodecList, limits: Limits) {
    self.host = host
    self.codecs = codecs
    self.limits = limits
  }

  var inputCount: Int { host.inputCount }

  func input(_ number: Int) throws(NoPicture) -> Picture? {
    try picture(.input(number)) { try host.input(number) }
  }

  func file(_ path: String) throws(NoPicture) -> Picture {
    guard let picture = try picture(.file(path), open: { try host.file(path) }) else {
      throw NoPicture()
    }
    return picture
  }

  func folder(_ path: String) throws(NoPicture) -> [String] {
    do {
      return try host.folder(path)
    } catch {
      failures[Key(.folder(path))] = error
      throw NoPicture()
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

  private func picture(
    _ request: PictureRequest, open: () throws -> NamedInput?
  ) throws(NoPicture) -> Picture? {
    if let place = places[Key(request)] { return pictures[place].picture(id: place) }
    do {
      guard let input = try open() else { return nil }
      let picture = try OpenPicture(input, codecs: codecs, limits: limits)
      places[Key(request)] = pictures.count
      pictures.append(picture)
      return picture.picture(id: pictures.count - 1)
    } catch {
      failures[Key(request)] = error
      throw NoPicture()
    }
  }

  /// The numbers of the pictures whose blocks a codec can take over: those of its own format.
  func movable(by codec: any Codec) -> Set<Int> {
    guard codec is any LosslessCodec else { return [] }
    return Set(pictures.indices.filter { pictures[$0].codec.format.name == codec.format.name })
  }

  /// The numbers of the pictures that move by themselves.
  var moving: Set<Int> { Set(pictures.indices.filter { pictures[$0].header.frames > 1 }) }

  /// The numbers of the pictures whose samples, or what is said of them, become others.
  func recoloured(by target: ColourTarget) -> Set<Int> {
    target == .first ? [] : Set(pictures.indices.filter { !pictures[$0].saysNothingOfColours })
  }

  /// The whole of an error of which the script knows half: that there is no such picture.
  func explained(_ error: ScriptError) -> EditError {
    let key: Key
    switch error.problem {
    case .noPicture(let request): key = Key(request)
    case .text(.noFile(let file)): key = .font(Array(file.utf8))
    default: return .script(error)
    }
    guard let reason = failures[key] else { return .script(error) }
    // The script does not name its inputs.
    var place: ScriptPosition? = error.position
    if case .input = key { place = nil }
    if let failure = reason as? PictureFailure { return .picture(failure, at: place) }
    return .host(reason, at: place)
  }
}
