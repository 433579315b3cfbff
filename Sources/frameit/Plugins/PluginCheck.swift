import FrameCodec
import FrameImage

/// Tests of a codec of a plugin: it must store and return pixels, and survive damaged files.
struct PluginCheck {
  /// The finding of a test.
  enum Finding {
    /// A test that passed, in words.
    case passed(String)
    /// A test, and its error: a `CodecError`, unless there is a bug.
    case failed(String, any Error)
    /// Advice for the author.
    case note(String)
    /// The plugin writes no files, and none was given.
    case nothingToRead
    case damagedFiles(refused: Int, read: Int, isFaulty: Bool)
    /// Truncated or changed files that the plugin did not just refuse.
    case faultyFiles(Int, isCut: Bool, CodecError)

    /// Runs a test, which returns what passed, in words.
    init(_ test: String, _ run: () throws -> String) {
      do { self = .passed(try run()) } catch { self = .failed(test, error) }
    }
  }

  let codec: RemoteCodec
  let limits: Limits
  let runs: Int

  /// Runs all tests.
  ///
  /// - Parameter sample: A file of the format; nil for one that the plugin writes.
  /// - Returns: A finding for each test.
  func findings(sample: [UInt8]?) -> [Finding] {
    let loading = Finding("loading") { "loading: \(try codec.loadedLibrary())" }
    guard case .passed = loading else { return [loading] }
    var findings = [loading]
    var file = sample
    let capabilities = codec.format.capabilities
    for format in capabilities.writes ? formats : [] {
      let test = Finding("\(format.text): round trip") {
        let written = try roundTrip(format)
        file = file ?? written
        return "\(format.text): round trip, \(written.count) bytes"
      }
      findings.append(test)
    }
    if capabilities.writes, let quality = capabilities.defaultQuality {
      let test = Finding("default quality") {
        try compareQuality(quality)
        return "default quality: \(quality), as in the manifest"
      }
      findings.append(test)
    }
    guard let file else { return findings + [.nothingToRead] }
    let test = Finding("reading the sample") {
      _ = try Self.decode(file, codec, limits)
      return "reading the sample"
    }
    findings.append(test)
    return file.isEmpty ? findings : findings + damagedFiles(from: file)
  }

  /// Tests truncated and changed files. The pseudorandom changes are the same in each run.
  private func damagedFiles(from file: [UInt8]) -> [Finding] {
    var state: UInt64 = 1
    func next(_ bound: Int) -> Int {
      state = state &* 6364136223846793005 &+ 1442695040888963407
      return Int(state >> 33) % max(1, bound)
    }
    var (refused, read) = (0, 0)
    var faults: [Fault: Int] = [:]
    for run in 0..<runs {
      var bytes = file
      let isCut = run % 2 == 0
      if isCut {
        bytes.removeLast(bytes.count - bytes.count * (run / 2) / max(1, runs / 2))
      } else {
        for _ in 0...next(8) { bytes[next(bytes.count)] = UInt8(next(256)) }
      }
      if bytes.isEmpty { continue }
      do throws(CodecError) {
        _ = try Self.decode(bytes, codec, limits)
        read += 1
      } catch {
        switch error {
        case .crashed, .timedOut, .misuse, .refusedPlugin, .unsandboxed, .brokenPlugin, .notIsolated:
          faults[Fault(isCut: isCut, error: error), default: 0] += 1
        default: refused += 1
        }
      }
    }
    return [.damagedFiles(refused: refused, read: read, isFaulty: !faults.isEmpty)]
      + faults.sorted { "\($0.key)" < "\($1.key)" }
      .map { .faultyFiles($0.value, isCut: $0.key.isCut, $0.key.error) }
  }

  private struct Fault: Hashable {
    var isCut: Bool
    var error: CodecError
  }

  /// The pixel formats that the plugin can store.
  private var formats: [PixelFormat] {
    let capabilities = codec.format.capabilities
    return capabilities.depths.flatMap { depth in
      PixelFormat.Channels.allCases.filter { capabilities.alpha || !$0.hasAlpha }.map {
        PixelFormat($0, depth)
      }
    }
  }

  /// An image with many colors.
  private func drawing(_ format: PixelFormat) -> Bitmap {
    let size = PixelSize(width: 37, height: 29)!
    var image = Bitmap(size: size, format: format)
    for y in 0..<size.height {
      for x in 0..<size.width {
        for channel in 0..<format.channels.rawValue {
          image[x, y, channel] =
            (x * 211 + y * (503 + 90 * channel) + channel * 97) % 256 * (format.depth.maximum / 255)
        }
      }
    }
    return image
  }

  private func encoded(_ image: Bitmap, quality: Int? = nil) throws -> [UInt8] {
    let output = ByteOutput()
    var request = EncodeRequest(size: image.size, pixels: image.format)
    request.quality = quality
    var encoder = try codec.encoder(output, request)
    try encoder.write(image.bytes.span)
    try encoder.finish()
    return output.bytes
  }

  /// Compares what the plugin writes without a quality with what it writes with the manifest's.
  private func compareQuality(_ quality: Int) throws {
    let image = drawing(
      PixelFormat(.rgb, codec.format.capabilities.depths.contains(.eight) ? .eight : .sixteen))
    guard try encoded(image) == encoded(image, quality: quality) else {
      throw CodecError.damaged(
        detail: "a file without a quality differs from a file with the manifest's quality, \(quality)")
    }
  }

  /// Encodes and decodes an image, and returns its file.
  private func roundTrip(_ format: PixelFormat) throws -> [UInt8] {
    let image = drawing(format)
    let bytes = try encoded(image)
    let again = try Self.decode(bytes, codec, limits)
    guard again.size == image.size else {
      throw CodecError.damaged(
        detail: "decoding returns \(again.size.width) x \(again.size.height) pixels"
          + " instead of \(image.size.width) x \(image.size.height)")
    }
    if codec.format.capabilities.loss == .nothing, again.format == format, again.bytes != image.bytes {
      throw CodecError.damaged(detail: "decoding returns different pixels, although the format is lossless")
    }
    return bytes
  }

  private static func decode(
    _ bytes: [UInt8], _ codec: RemoteCodec, _ limits: Limits
  ) throws(CodecError) -> Bitmap {
    do {
      var decoder = try codec.decoder(ByteInput(bytes: bytes), DecodeRequest(limits: limits))
      let bytes = decoder.format.rowBytes(width: decoder.size.width) * decoder.size.height
      try CodecError.limited(limits.check(memory: bytes))
      var bitmap = Bitmap(size: decoder.size, format: decoder.format)
      try decoder.forEachBand { bitmap.write($0) }
      return bitmap
    } catch {
      throw error as? CodecError ?? .misuse(detail: "\(error)")
    }
  }
}

extension PixelFormat {
  fileprivate var text: String {
    let names: [Channels: String] = [.gray: "gray", .grayAlpha: "gray and alpha", .rgb: "RGB", .rgba: "RGBA"]
    return "\(names[channels]!), \(depth.rawValue) bits"
  }
}
