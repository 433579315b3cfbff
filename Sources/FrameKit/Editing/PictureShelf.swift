import FrameCodec
import FrameModel
import FrameScene

/// The pictures of one edit, each opened once. A picture's number is its place on the shelf.
final class PictureShelf: PictureLibrary {
  private let host: any PictureHost
  private let codecs: CodecList
  private let limits: Limits
  private(set) var pictures: [OpenPicture] = []
  private var places: [Key: Int] = [:]

  private enum Key: Hashable {
    case input(Int)
    case file(String)
  }

  init(host: any PictureHost, codecs: CodecList, limits: Limits) {
    self.host = host
    self.codecs = codecs
    self.limits = limits
  }

  var inputCount: Int { host.inputCount }

  func input(_ number: Int) throws -> Picture? {
    try picture(.input(number)) { try host.input(number) }
  }

  func file(_ path: String) throws -> Picture {
    try picture(.file(path)) { try host.file(path) }!
  }

  func folder(_ path: String) throws -> [String] { try host.folder(path) }

  private func picture(_ key: Key, open: () throws -> NamedInput?) throws -> Picture? {
    if let place = places[key] { return pictures[place].picture(id: place) }
    guard let input = try open() else { return nil }
    let picture = try OpenPicture(input, codecs: codecs, limits: limits)
    places[key] = pictures.count
    pictures.append(picture)
    return picture.picture(id: pictures.count - 1)
  }
}
