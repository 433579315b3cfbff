import FrameCodec
import FrameModel
import FrameThreads

/// The images of a film, in the output's colors: still ones are decoded once and held.
///
/// Unchecked, as decoders go from thread to thread: those of still images belong to who has entered `stills`, those of
/// moving ones to who calls `due`, one thread at a time.
final class FrameImageCache: @unchecked Sendable {
  private struct Key: Hashable {
    var index: Int
    var reduction: ShrinkFactor
  }

  private struct StillImages: Sendable {
    var decoded: [Key: Bitmap] = [:]
    var notices: [EditNotice] = []
  }

  private let images: [OpenImage]
  private let colors: ColorManagement
  private let request: DecodeRequest
  /// By their indices.
  private let animated: [Int: AnimatedImage]
  private let stills = Monitor(StillImages())

  /// - Parameter frames: which ones of animated images are taken: one of them stands still.
  init(
    _ images: [OpenImage], _ colors: ColorManagement, frames: FrameChoice, _ request: DecodeRequest
  ) {
    (self.images, self.colors, self.request) = (images, colors, request)
    self.frame = if case .one(let frame) = frames { frame } else { 0 }
    guard frames == .all else {
      animated = [:]
      return
    }
    var animated: [Int: AnimatedImage] = [:]
    for (index, image) in images.enumerated() where image.header.frames > 1 {
      animated[index] = AnimatedImage(image, request) { colors.source($0, at: index) }
    }
    self.animated = animated
  }

  private let frame: Int

  /// The bytes of pixels that are held.
  static func bytes(of images: [OpenImage]) -> Int {
    images.reduce(0) { $0 + $1.header.pixels.rowBytes(width: $1.header.size.width) * $1.header.size.height }
  }

  /// Whether an image is decoded as large as it is.
  func moves(_ index: Int) -> Bool { animated[index] != nil }

  /// What animated images show at a time, by their indices.
  ///
  /// - Parameter milliseconds: no less than before.
  /// - Throws: `ImageError`
  func due(at milliseconds: Int) throws -> [Int: Bitmap] {
    try animated.mapValues { try $0.pixels(at: milliseconds) }
  }

  /// - Throws: `ImageError`
  func still(_ index: Int, reduction: ShrinkFactor) throws -> Bitmap {
    try stills.change { stills in
      let key = Key(index: index, reduction: reduction)
      if let known = stills.decoded[key] { return known }
      var request = request
      request.reduction = reduction
      let decoder = try SourceDecoder(images[index], request)
      if images[index].header.frames > 1 {
        _ = try decoder.beginFrame(min(frame, images[index].header.frames - 1))
      }
      var rows = colors.source(decoder, at: index)
      var pixels = Bitmap(size: rows.size, format: rows.format)
      try rows.forEachBand { pixels.write($0) }
      stills.notices += decoder.notices.filter { !stills.notices.contains($0) }
      stills.decoded[key] = pixels
      return pixels
    }
  }

  /// What was found while decoding, when all is done.
  var notices: [EditNotice] {
    animated.values.forEach { $0.note() }
    return stills.change { $0.notices } + animated.sorted { $0.key < $1.key }.flatMap { $0.value.notices }
  }
}
