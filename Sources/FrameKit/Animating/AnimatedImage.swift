import FrameCodec
import FrameModel

/// An image that moves, among frames that are shown at their own times: of its frames the one that is due.
final class AnimatedImage {
  private let image: OpenImage
  private let request: DecodeRequest
  private let source: (SourceDecoder) -> any PixelSource
  private var decoder: SourceDecoder?
  private var frame = 0
  private var shown: Bitmap?
  /// When the frame is over, in milliseconds.
  private var end = 0
  private var loopCount = 1
  /// How many frames were begun, in all loops.
  private var begun = 0
  private(set) var notices: [EditNotice] = []

  /// Frames without a time of their own are shown for so long, as browsers do.
  private static let usual = 100

  /// - Parameter source: the rows in the output's colors.
  init(_ image: OpenImage, _ request: DecodeRequest, source: @escaping (SourceDecoder) -> any PixelSource) {
    (self.image, self.request, self.source) = (image, request, source)
  }

  /// - Parameter milliseconds: no less than before.
  /// - Throws: `ImageError`
  func pixels(at milliseconds: Int) throws -> Bitmap {
    if decoder == nil { try begin(0) }
    while milliseconds >= end {
      let isLast = frame == image.header.frames - 1
      if isLast, image.header.loopCount > 0, loopCount >= image.header.loopCount { break }
      if isLast { loopCount += 1 }
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
      decoder = try SourceDecoder(image, request)
    }
    begun += 1
    do throws(LimitExceeded) {
      try request.limits.check(frames: begun, of: image.header.size)
    } catch {
      throw ImageError(name: image.name, error: .limit(error))
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
