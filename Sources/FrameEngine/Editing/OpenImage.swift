import FrameCodec
import FrameCompare
import FrameFiles
import FrameImage
import FramePlan

/// An image whose header has been read, once, and whose rows can be read.
package final class OpenImage: Sendable {
  package let name: String
  package let codec: any Codec
  /// The header of the pixels that `SourceDecoder` returns, after their conversion.
  package let header: ImageHeader
  /// The header as the codec reads it.
  package let stored: ImageHeader
  /// The conversion of CMYK samples to RGB, or of a gain map's samples in Apple's form; nil for other images.
  let conversion: (any SampleConversion)?
  private let source: ImageInput
  private let limits: Limits
  private let unused: Monitor<UnusedReader>

  /// The reader that has read the header, until it is used or the image is parked.
  ///
  /// `@unchecked`, because a reader is used by the one thread that has taken it.
  private struct UnusedReader: @unchecked Sendable {
    var reader: (any ImageReader)?
  }

  /// Finds the codec of an image and reads its header.
  ///
  /// - Parameter map: what is known of an image that is a gain map.
  package init(
    _ input: ImageInput, codecs: CodecList, limits: Limits, as map: StoredGainMap? = nil
  ) throws(FileError) {
    (name, source, self.limits) = (input.name, input, limits)
    let opened = try Self.open(input, limits) { bytes throws(CodecError) in try codecs.codec(for: bytes) }
    codec = opened.codec
    unused = Monitor(UnusedReader(reader: opened.reader))
    stored = opened.reader.header
    if let map, map.samples == .apple {
      guard let table = GainMapTable(apple: map.parameters, stored) else {
        let detail = "\(stored.pixels.channels.name) of \(stored.pixels.depth.rawValue) bits in Apple's form"
        throw FileError(name, .unreadable(.unsupported(detail: detail)))
      }
      var header = stored
      // Blocks that move keep their samples, so the map is encoded again.
      (header.pixels, header.blocks) = (table.output, nil)
      (self.header, conversion) = (header, table)
      return
    }
    guard stored.samples == .cmyk else {
      (header, conversion) = (stored, nil)
      return
    }
    let depth = stored.pixels.depth
    let byProfile = stored.metadata.profile.flatMap { CMYKConversion.usingProfile($0, depth: depth) }
    conversion = byProfile ?? CMYKConversion.withoutProfile(depth: depth)
    var header = stored
    header.samples = .colors
    header.pixels = PixelFormat(.rgb, depth)
    header.metadata.profile = nil
    header.notices.insert(.cmykConverted(byProfile: byProfile != nil), at: 0)
    self.header = header
  }

  /// Finds the codec of the image in a file and reads its header.
  package convenience init(_ file: InputFile, codecs: CodecList, limits: Limits) throws(FileError) {
    try self.init(.file(file), codecs: codecs, limits: limits)
  }

  /// Opens a file, finds the codec of its image and reads its header.
  package convenience init(at path: String, codecs: CodecList, limits: Limits) throws(FileError) {
    let file = try limits.working(on: path) { () throws(FileError) in
      try InputFile(.file(path), limit: .memory(limits))
    }
    try self.init(file, codecs: codecs, limits: limits)
  }

  /// - Parameter find: returns the codec of a file.
  private static func open(
    _ input: ImageInput, _ limits: Limits, codec find: (ByteInput) throws(CodecError) -> any Codec
  ) throws(FileError) -> (codec: any Codec, reader: any ImageReader) {
    switch input {
    case .file(let file):
      return try limits.working(on: file.name) { () throws(FileError) in
        let bytes = try file.open()
        let codec = try FileError.reading(file.name, find(bytes))
        return (codec, try FileError.reading(file.name, codec.reader(bytes, limits: limits)))
      }
    case .gainMap(let file, let codec, let name):
      let bytes = try file.open()
      return (codec, try FileError.reading(name, codec.reader(bytes.gainMap, limits: limits)))
    case .pixels(let pixels, let name):
      let reader = try FileError.reading(name, pixels.open(ByteInput(bytes: []), limits: limits))
      return (pixels, reader)
    }
  }

  // MARK: Reading

  /// Returns a reader for one use. The first one is the reader that has read the header; for the others, the file is
  /// opened again.
  ///
  /// - Throws: `FileError`, also for a file that was changed after it was opened.
  func reader() throws(FileError) -> any ImageReader {
    try checkUnchanged()
    let first = unused.change { unused in
      defer { unused.reader = nil }
      return unused.reader
    }
    if let first { return first }
    let reader = try Self.open(source, limits) { _ in codec }.reader
    guard reader.header == stored else {
      throw FileError(name, .unreadable(.damaged(detail: "its header is not the one that was read first")))
    }
    return reader
  }

  /// Returns a reader for one use that can move the image's MCUs.
  ///
  /// - Throws: `EditFailure` of the image, also for a file that was changed after it was opened.
  func losslessReader() throws(EditFailure) -> any LosslessReader {
    let reader = try EditFailure.converting { try self.reader() }
    guard let reader = reader as? any LosslessReader else {
      throw .bug("\(codec.format.title) has no lossless reader")
    }
    return reader
  }

  /// The name of the gain map in the file of the image.
  var gainMapName: String { "\(name), gain map" }

  /// Opens the gain map in the file of the image.
  ///
  /// - Returns: nil if the image has none.
  /// - Throws: `FileError`, also for a file that was changed after it was opened.
  package func openGainMap() throws(FileError) -> OpenImage? {
    guard let map = header.gainMap, case .file(let file) = source else { return nil }
    try checkUnchanged()
    let name = gainMapName
    let input: ImageInput
    switch map.place {
    case .image: input = .gainMap(file, codec, name: name)
    case .file(let range):
      try FileError.reading(name, CodecError.limited(limits.check(memory: range.count)))
      let whole = try file.open()
      let bytes = try FileError.reading(name, whole.read(at: range.lowerBound, count: range.count))
      input = ImageInput(name: name, bytes: ByteInput(bytes: bytes))
    }
    return try OpenImage(input, codecs: CodecList([codec]), limits: limits, as: map)
  }

  /// Returns all bytes of the file; none for pixels in memory.
  ///
  /// - Throws: `FileError`, also for a file that was changed after it was opened.
  func fileBytes() throws(FileError) -> [UInt8] {
    guard case .file(let file) = source else { return [] }
    try checkUnchanged()
    return try file.all()
  }

  /// Takes back a reader that was not used up.
  func giveBack(_ reader: any ImageReader) { unused.change { $0.reader = reader } }

  /// Begins a frame and returns its rows.
  ///
  /// - Throws: `FileError`, also for a file that was changed after it was opened.
  func rows(_ request: DecodeRequest, frame: Int) throws(FileError) -> CheckedDecoder {
    let reader = try reader()
    var decoder = try FileError.reading(name, reader.rows(request))
    if header.frames > 1 { _ = try FileError.reading(name, decoder.beginFrame(frame)) }
    return decoder
  }

  /// - Throws: `FileError` for a file that was changed after it was opened.
  func checkUnchanged() throws(FileError) {
    switch source {
    case .file(let file), .gainMap(let file, _, _): try file.checkUnchanged()
    case .pixels: break
    }
  }

  /// Keeps the header alone, without a decoder or an open file. They are opened again when they are needed.
  func park() {
    unused.change { $0.reader = nil }
    if case .file(let file) = source { file.park() }
  }

  /// The file of the image; nil for pixels in memory, and for a gain map in the file of its image.
  package var file: InputFile? { if case .file(let file) = source { file } else { nil } }

  /// True if the stored samples are sRGB, stated or assumed.
  var isStoredAsSRGB: Bool { conversion == nil && ImageColors(header.metadata) == .sRGB }

  /// The name of the stored samples' colors in reports.
  package var colorsName: String {
    guard stored.samples == .cmyk, stored.metadata.profile == nil else {
      return ImageColors(stored.metadata).name
    }
    return "CMYK"
  }

  /// Returns the image as a scene knows it, by a number.
  package func sourceImage(id: Int) -> SourceImage {
    SourceImage(
      id: id, name: name, size: header.size, orientation: header.orientation, pixels: header.pixels,
      blocks: header.blocks, decoderBytes: header.decoderBytes, reductions: header.reductions)
  }
}

// MARK: Hashes

extension OpenImage {
  /// Returns the hash of the stored pixels. It does not depend on the orientation or the profile.
  package func pixelHash(limits: Limits) throws(FileError) -> String {
    let decoder = SourceDecoder(self, DecodeRequest(limits: limits))
    var hash = PixelHash(size: decoder.size, format: decoder.format)
    try limits.working(on: name) { () throws(FileError) in try decoder.readAll { hash.write($0) } }
    hash.finish()
    return hash.text!
  }

  /// Returns the perceptual hash of the upright image, and whether the image is uniform: of one color, or with a pattern
  /// too fine for the hash. The hash of a uniform image says nothing about its look.
  package func perceptualHash(
    limits: Limits
  ) throws(FileError) -> (hash: PerceptualHash, isUniform: Bool) {
    let decoder = SourceDecoder(self, DecodeRequest(limits: limits))
    var hasher = PerceptualHasher(
      size: decoder.size, format: decoder.format, orientation: header.orientation)
    try limits.working(on: name) { () throws(FileError) in try decoder.readAll { hasher.write($0) } }
    return (hasher.hash, hasher.isUniform)
  }
}

extension SourceDecoder {
  func readAll(_ body: (Span<UInt8>) -> Void) throws(FileError) {
    try FileError.reading(name) {
      var rows = self
      try rows.forEachBand(body)
    }
  }
}
