import FrameCodec
import FrameGeometry
import FrameImage

/// Makes the encoders of an output: one for the output, or one for each file of a frame sequence.
struct OutputEncoder {
  let codec: any Codec
  /// The request, with the quality unless that of `model` is used.
  var request: EncodeRequest
  /// The image whose quality settings are used; nil for those of the request.
  let model: OpenImage?
  /// The largest length of each file; nil for any length.
  let maximumBytes: Int?
  /// How often an animation plays; nil for the loop count of its images.
  private let loopCount: Int?
  /// True if the output has another resolution than the primary image.
  let setsResolution: Bool
  /// True if the output may have a gain map.
  let keepsGainMap: Bool
  /// The gain map that is written beside the output; nil for none.
  var gainMap: OutputGainMap?
  /// The bytes that an encoder may hold of the whole image only to make the file smaller.
  private var optionalBytes = Self.mostOptionalBytes

  /// Enough for most photos. More would slow down batches, whose edits share their memory.
  private static let mostOptionalBytes = 64 << 20

  /// - Parameter qualitySource: The image whose quality the output can keep; nil if there is none.
  init(codec: any Codec, request: EncodeRequest, _ settings: EncodingSettings, qualitySource: OpenImage?) {
    (self.codec, self.request) = (codec, request)
    (maximumBytes, loopCount) = (settings.maximumBytes, settings.loopCount)
    (setsResolution, keepsGainMap) = (settings.resolution != nil, settings.gainMap != .drop)
    model = settings.quality == .keep ? qualitySource : nil
    if case .level(let level) = settings.quality { self.request.quality = level }
    self.request.chroma = settings.chroma
    self.request.isProgressive = settings.isProgressive
  }

  /// Sets the frames of the output; nil for a still image.
  mutating func setAnimation(_ animation: Animation?) {
    request.animation = animation.map { Animation(frames: $0.frames, loopCount: loopCount ?? $0.loopCount) }
  }

  /// Makes an encoder.
  ///
  /// - Parameter quality: The quality; nil for that of the request.
  /// - Throws: `CodecError`, and `EditFailure` of the image whose quality is kept.
  func makeEncoder(_ output: ByteOutput, quality: Int? = nil) throws -> CheckedEncoder {
    var request = self.request(quality: quality)
    request.gainMap = try gainMap?.encoded(
      beside: request.quality ?? codec.format.capabilities.defaultQuality)
    guard let model else { return try codec.encoder(output, request) }
    let reader = try model.losslessReader()
    defer { model.giveBack(reader) }
    return try reader.encoder(output, request)
  }

  private func request(quality: Int?) -> EncodeRequest {
    var request = request
    if let quality { request.quality = quality }
    request.holdsImage = request.isProgressive || wholeImageBytes(of: request) <= optionalBytes
    return request
  }

  private func wholeImageBytes(of request: EncodeRequest) -> Int {
    codec.heldBytes(request, like: model?.header)
  }
}

// MARK: Memory

extension OutputEncoder {
  /// Limits what encoders hold only to make files smaller, so that an edit within the memory limit stays within it.
  ///
  /// - Parameter bytes: What the memory limit leaves to the encoder if everything else uses one thread. It must not
  ///   depend on threads or on other edits, because the bytes of the output depend on it.
  mutating func limitOptionalBytes(to bytes: Int) {
    optionalBytes = max(0, min(Self.mostOptionalBytes, bytes))
  }

  /// The bytes of one frame's pixels.
  var frameBytes: Int { request.pixels.rowBytes(width: request.size.width).times(request.size.height) }

  /// The bytes that an encoder holds of the whole image. Beside a gain map, that is the whole output, because its first bytes
  /// have its length: less than its pixels.
  var heldBytes: Int {
    guard case .encoded(let map)? = gainMap else { return imageBytes }
    return frameBytes.adding(map.file.count).adding(imageBytes)
  }

  private var imageBytes: Int {
    // A lower quality may have a lower resolution of chroma.
    let qualities = maximumBytes == nil ? [nil] : [nil, 1]
    return qualities.map { quality in
      let request = request(quality: quality)
      return request.holdsImage ? wholeImageBytes(of: request) : 0
    }.max() ?? 0
  }

  /// How the output is coded, if the codec can hold coefficients.
  func coding(quality: Int? = nil) -> OutputCoding? {
    guard codec.format.capabilities.holding == .coefficients else { return nil }
    let request = request(quality: quality)
    if request.isProgressive { return .progressive }
    return request.holdsImage
      ? .optimized : .standard(needed: wholeImageBytes(of: request), allowed: optionalBytes)
  }
}

/// The coding of a JPEG that is encoded from pixels.
package enum OutputCoding: Equatable, Sendable {
  /// Baseline, with Huffman tables that are made for the image.
  case optimized
  /// Baseline, with the standard's Huffman tables, because the coefficients need more bytes than are allowed.
  case standard(needed: Int, allowed: Int)
  /// Progressive, with Huffman tables that are made for the image.
  case progressive

  /// The notice about tables that make the file larger; nil if there is none.
  var notice: EditNotice? {
    if case .standard(let needed, let allowed) = self {
      .standardTables(needed: needed, allowed: allowed)
    } else {
      nil
    }
  }
}

// MARK: Frames in memory

extension OutputEncoder {
  /// Encodes frames that were rendered into memory.
  ///
  /// - Throws: `CodecError`, and `EditFailure` of the image whose quality is kept.
  func encode(_ frames: [RenderedFrame], into output: ByteOutput, quality: Int? = nil) throws {
    var encoder = try makeEncoder(output, quality: quality)
    let rowBytes = request.pixels.rowBytes(width: request.size.width)
    let bandBytes = max(1, (1 << 20) / rowBytes) * rowBytes
    for frame in frames {
      if request.animation != nil { try encoder.beginFrame(milliseconds: frame.milliseconds) }
      let bytes = frame.pixels.bytes.span
      // In bands, because each of them checks for cancellation.
      for start in stride(from: 0, to: bytes.count, by: bandBytes) {
        try encoder.write(bytes.extracting(start..<min(start + bandBytes, bytes.count)))
      }
    }
    try encoder.finish()
  }
}
