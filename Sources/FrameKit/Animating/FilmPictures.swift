import FrameCodec
import FrameModel
import FrameThreads

/// The pictures of a film, in the output's colours: still ones are decoded once and held.
///
/// Unchecked, as decoders go from thread to thread: those of still pictures belong to who has entered `stills`, those of
/// moving ones to who calls `due`, one thread at a time.
final class FilmPictures: @unchecked Sendable {
  private struct Key: Hashable {
    var index: Int
    var reduction: Reduction
  }

  private struct Stills: Sendable {
    var decoded: [Key: Bitmap] = [:]
    var notices: [EditNotice] = []
  }

  private let pictures: [OpenPicture]
  private let colours: ColourManagement
  private let request: DecodeRequest
  /// By their indices.
  private let moving: [Int: MovingPicture]
  private let stills = Monitor(Stills())

  /// - Parameter frames: which ones of moving pictures are taken: one of them stands still.
  init(
    _ pictures: [OpenPicture], _ colours: ColourManagement, frames: FrameChoice, _ request: DecodeRequest
  ) {
    (self.pictures, self.colours, self.request) = (pictures, colours, request)
    self.frame = if case .one(let frame) = frames { frame } else { 0 }
    guard frames == .all else {
      moving = [:]
      return
    }
    var moving: [Int: MovingPicture] = [:]
    for (index, picture) in pictures.enumerated() where picture.header.frames > 1 {
      moving[index] = MovingPicture(picture, request) { colours.source($0, at: index) }
    }
    self.moving = moving
  }

  private let frame: Int

  /// The bytes of pixels that are held.
  static func bytes(of pictures: [OpenPicture]) -> Int {
    pictures.reduce(0) { $0 + $1.header.pixels.rowBytes(width: $1.header.size.width) * $1.header.size.height }
  }

  /// Whether a picture is decoded as large as it is.
  func moves(_ index: Int) -> Bool { moving[index] != nil }

  /// What moving pictures show at a time, by their indices.
  ///
  /// - Parameter milliseconds: no less than before.
  /// - Throws: `PictureFailure`
  func due(at milliseconds: Int) throws -> [Int: Bitmap] {
    try moving.mapValues { try $0.pixels(at: milliseconds) }
  }

  /// - Throws: `PictureFailure`
  func still(_ index: Int, reduction: Reduction) throws -> Bitmap {
    try stills.change { stills in
      let key = Key(index: index, reduction: reduction)
      if let known = stills.decoded[key] { return known }
      var request = request
      request.reduction = reduction
      let decoder = try NamedDecoder(pictures[index], request)
      if pictures[index].header.frames > 1 {
        _ = try decoder.beginFrame(min(frame, pictures[index].header.frames - 1))
      }
      var rows = colours.source(decoder, at: index)
      var pixels = Bitmap(size: rows.size, format: rows.format)
      try rows.forEachBand { pixels.write($0) }
      stills.notices += decoder.notices.filter { !stills.notices.contains($0) }
      stills.decoded[key] = pixels
      return pixels
    }
  }

  /// What was found while decoding, when all is done.
  var notices: [EditNotice] {
    moving.values.forEach { $0.note() }
    return stills.change { $0.notices } + moving.sorted { $0.key < $1.key }.flatMap { $0.value.notices }
  }
}
