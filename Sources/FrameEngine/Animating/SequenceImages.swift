import FrameCodec
import FrameFiles
import FrameImage

/// The images of a frame sequence, in the output's colors. Still images are decoded once and kept.
///
/// `Sendable` is unchecked because decoders of animated images move between threads. They belong to the one thread that
/// calls `animatedFrames`.
final class SequenceImages: @unchecked Sendable {
  private let inputs: RenderedInputs
  private let request: DecodeRequest
  /// The animated images, by their indices. With a single frame they count as still images.
  private let animated: [Int: AnimatedImage]
  /// All of them fit: the memory limit was checked with all images decoded.
  private let stills = DecodedImages(maximumBytes: .max)

  init(_ inputs: RenderedInputs, _ request: DecodeRequest) {
    (self.inputs, self.request) = (inputs, request)
    var animated: [Int: AnimatedImage] = [:]
    if inputs.frames == .all {
      for (index, image) in inputs.images.enumerated() where image.header.frames > 1 {
        animated[index] = AnimatedImage(image, request) { inputs.colors.source($0, at: index) }
      }
    }
    self.animated = animated
  }

  /// Returns the bytes of all decoded images.
  static func bytes(of images: [OpenImage]) -> Int {
    images.reduce(0) { $0 + $1.header.pixels.rowBytes(width: $1.header.size.width) * $1.header.size.height }
  }

  /// Returns the frames that animated images show at a time, by their indices.
  ///
  /// - Parameter milliseconds: the time; not less than in the previous call.
  /// - Throws: `FileError`
  func animatedFrames(at milliseconds: Int) throws -> [Int: Bitmap] {
    try animated.mapValues { try $0.pixels(at: milliseconds) }
  }

  /// Returns a still image, decoded with a shrink factor.
  ///
  /// - Throws: `FileError`
  func still(_ index: Int, reduction: ShrinkFactor) throws -> Bitmap {
    var request = request
    request.reduction = reduction
    let image = inputs.images[index]
    let frame = inputs.usedFrame(of: image, for: 0)
    guard
      let (pixels, _) = try stills.use().pixels(
        of: image, at: index, frame: frame, request, in: inputs.colors)
    else {
      throw EditFailure.bug("an image of a sequence does not fit")
    }
    return pixels
  }

  /// The notices of all decoders; complete after the last frame.
  var notices: [EditNotice] {
    animated.values.forEach { $0.collectNotices() }
    return stills.notices + animated.sorted { $0.key < $1.key }.flatMap { $0.value.notices }
  }
}

/// An animated image that shows its frames by their own delays while a sequence advances.
final class AnimatedImage {
  private let image: OpenImage
  private let request: DecodeRequest
  private let source: (SourceDecoder) -> any PixelSource
  private var decoder: SourceDecoder?
  private var frame = 0
  /// The pixels of the current frame, once they are decoded.
  private var decoded: Bitmap?
  /// The time at which the current frame ends, in milliseconds.
  private var end = 0
  /// The number of the current loop, counted from 1.
  private var loop = 1
  /// The number of frames that were begun in all loops.
  private var framesBegun = 0
  private(set) var notices: [EditNotice] = []

  /// The delay in milliseconds of frames that have none. Browsers use the same.
  private static let defaultDelay = 100

  /// - Parameter source: converts the decoder's rows to the output's colors.
  init(_ image: OpenImage, _ request: DecodeRequest, source: @escaping (SourceDecoder) -> any PixelSource) {
    (self.image, self.request, self.source) = (image, request, source)
  }

  /// Returns the pixels of the frame at a time.
  ///
  /// - Parameter milliseconds: the time; not less than in the previous call.
  /// - Throws: `FileError`
  func pixels(at milliseconds: Int) throws -> Bitmap {
    if decoder == nil { try begin(0) }
    while milliseconds >= end {
      let isLast = frame == image.header.frames - 1
      if isLast, image.header.loopCount > 0, loop >= image.header.loopCount { break }
      if isLast { loop += 1 }
      try begin(isLast ? 0 : frame + 1)
    }
    if let decoded { return decoded }
    let pixels = try Bitmap(reading: source(decoder!))
    decoded = pixels
    return pixels
  }

  private func begin(_ index: Int) throws {
    if index == 0 || decoder == nil {
      collectNotices()
      decoder = SourceDecoder(image, request, readsSeveralFrames: true)
    }
    framesBegun += 1
    try FileError.reading(
      image.name, CodecError.limited(request.limits.check(frames: framesBegun, of: image.header.size)))
    let delay = try decoder!.beginFrame(index)
    (frame, decoded) = (index, nil)
    end += delay > 0 ? delay : Self.defaultDelay
  }

  /// Adds the decoder's notices to `notices`.
  func collectNotices() {
    for notice in decoder?.notices ?? [] where !notices.contains(notice) { notices.append(notice) }
  }
}
