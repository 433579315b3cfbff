import FrameCodec
import FrameModel

/// A picture that moves, among frames that are shown at their own times: of its frames the one that is due.
final class MovingPicture {
  private let picture: OpenPicture
  private let request: DecodeRequest
  private let source: (NamedDecoder) -> any PixelSource
  private var decoder: NamedDecoder?
  private var frame = 0
  private var shown: Bitmap?
  /// When the frame is over, in milliseconds.
  private var end = 0
  private var plays = 1
  /// How many frames were begun, in all loops.
  private var begun = 0
  private(set) var notices: [EditNotice] = []

  /// Frames without a time of their own are shown for so long, as browsers do.
  private static let usual = 100

  /// - Parameter source: the rows in the output's colours.
  init(_ picture: OpenPicture, _ request: DecodeRequest, source: @escaping (NamedDecoder) -> any PixelSource)
  {
    (self.picture, self.request, self.source) = (picture, request, source)
  }

  /// - Parameter milliseconds: no less than before.
  /// - Throws: `PictureFailure`
  func pixels(at milliseconds: Int) throws -> Bitmap {
    if decoder == nil { try begin(0) }
    while milliseconds >= end {
      let isLast = frame == picture.header.frames - 1
      if isLast, picture.header.plays > 0, plays >= picture.header.plays { break }
      if isLast { plays += 1 }
      try begin(isLast ? 0 : frame + 1)
    }
    if let shown { return shown }
    var rows = source(decoder!)
    var pixels = Bitmap(size: rows.size, format: rows.format)
    try rows.forEachBand { pixels.write($0) }
    shown = pixels
    return pixels
  }

  private func begin(_ index: Int) throws {
    if index == 0 || decoder == nil {
      note()
      decoder = try NamedDecoder(picture, request)
    }
    begun += 1
    do throws(LimitExceeded) {
      try request.limits.check(frames: begun, of: picture.header.size)
    } catch {
      throw PictureFailure(name: picture.name, error: .limit(error))
    }
    let time = try decoder!.beginFrame(index)
    (frame, shown) = (index, nil)
    end += time > 0 ? time : Self.usual
  }

  /// Keeps what was found while decoding.
  func note() {
    for notice in decoder?.notices ?? [] where !notices.contains(notice) { notices.append(notice) }
  }
}
