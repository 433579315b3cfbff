import FrameCodec
import FrameGeometry
import FrameImage
import JPEGCodec
import TestSupport
import Testing

func move(
  _ bytes: [UInt8], _ move: LosslessTransform, onDamage: DamagePolicy = .fail, limits: Limits = Limits()
) throws -> [UInt8] {
  let output = ByteOutput()
  let request = try TransformRequest(move, of: bytes, onDamage: onDamage, limits: limits)
  _ = try transform(bytes, into: output, request)
  return output.bytes
}

extension TransformRequest {
  /// Creates a request that keeps as much of the image's metadata as the output allows.
  init(
    _ move: LosslessTransform, of bytes: [UInt8], onDamage: DamagePolicy = .fail, limits: Limits = Limits()
  ) throws {
    let header = try probe(bytes)
    let isTagged = move.kind == .tagged
    let size = isTagged ? header.size : move.orientation.upright(move.source.size)
    let output = MetadataPolicy.Output(
      size: size, placement: isTagged ? .same : .moved,
      swapsAxes: !isTagged && move.orientation.swapsAxes, isSRGB: true,
      capabilities: JPEGCodec().format.capabilities)
    var metadata = header.metadata
    if output.swapsAxes, let resolution = metadata.resolution {
      metadata.resolution = .init(x: resolution.y, y: resolution.x)
    }
    let filtered = MetadataPolicy.all.filteredMetadata(metadata, to: output).metadata
    self.init(
      move, onDamage: onDamage, limits: limits,
      metadata: move.isStill(stored: header.size)
        ? .asStored : .replaced(filtered, keepsUnknown: true))
  }
}

/// Moves the blocks of the whole image.
func turn(_ bytes: [UInt8], _ orientation: Orientation) throws -> [UInt8] {
  let whole = PixelRect(x: 0, y: 0, size: try probe(bytes).size)
  return try move(bytes, LosslessTransform(.exact, orientation, source: whole))
}

/// Moves of blocks, checked by algebraic laws and against moved pixels.
@Suite struct LosslessTransformTests {
  struct Sampling: CustomTestStringConvertible {
    var name: String
    var factors: [(h: Int, v: Int)]
    var segments: [UInt8] = []
    var testDescription: String { name }
  }

  static let samplings = [
    Sampling(name: "gray", factors: [(1, 1)]),
    Sampling(name: "gray, 2x2", factors: [(2, 2)]),
    Sampling(name: "4:4:4", factors: [(1, 1), (1, 1), (1, 1)]),
    Sampling(name: "4:4:4, each 1x2", factors: [(1, 2), (1, 2), (1, 2)]),
    Sampling(name: "4:2:2", factors: [(2, 1), (1, 1), (1, 1)]),
    Sampling(name: "4:4:0", factors: [(1, 2), (1, 1), (1, 1)]),
    Sampling(name: "4:2:0", factors: [(2, 2), (1, 1), (1, 1)]),
    Sampling(name: "4:1:1", factors: [(4, 1), (1, 1), (1, 1)]),
    Sampling(name: "4:1:0", factors: [(4, 2), (1, 1), (1, 1)]),
    Sampling(name: "CMYK", factors: Array(repeating: (1, 1), count: 4)),
    Sampling(
      name: "YCCK", factors: [(2, 2), (1, 1), (1, 1), (2, 2)], segments: HandmadeJPEG.adobe(transform: 2)),
  ]

  static func image(_ sampling: Sampling, _ width: Int, _ height: Int, progressive: Bool = false) -> [UInt8] {
    HandmadeJPEG(
      width: width, height: height, sampling: sampling.factors, isProgressive: progressive,
      segments: sampling.segments, block: HandmadeJPEG.noise
    ).bytes
  }

  private static func inverse(_ orientation: Orientation) -> Orientation {
    let map = orientation.linear.inverse
    return Orientation.allCases.first { $0.linear == map }!
  }

  @Test(
    "A lossless transform followed by its inverse restores all pixels", arguments: samplings, [false, true])
  func inverseTransform(_ sampling: Sampling, _ progressive: Bool) throws {
    let jpeg = Self.image(sampling, 64, 32, progressive: progressive)
    let pixels = try decode(jpeg).bitmap
    for orientation in Orientation.allCases {
      let turned = try turn(jpeg, orientation)
      let header = try probe(turned)
      expectEqual(header.size, orientation.upright(pixels.size))
      expectEqual(header.traits, (try probe(jpeg)).traits)
      try expectEqual(decode(turn(turned, Self.inverse(orientation))).bitmap, pixels, "\(orientation)")
    }
  }

  @Test(
    "Four lossless quarter turns restore the pixels, and four more change no byte", arguments: samplings,
    [false, true])
  func fourQuarterTurns(_ sampling: Sampling, _ progressive: Bool) throws {
    func four(_ jpeg: [UInt8]) throws -> [UInt8] {
      try (0..<4).reduce(jpeg) { jpeg, _ in try turn(jpeg, .right) }
    }
    let jpeg = Self.image(sampling, 64, 96, progressive: progressive)
    let once = try four(jpeg)
    try expectEqual(four(once), once)
    try expectEqual(decode(once).bitmap, decode(jpeg).bitmap)
  }

  /// Returns the bitmap with its pixels moved as an orientation says.
  private static func turned(_ bitmap: Bitmap, _ orientation: Orientation) -> Bitmap {
    let map = orientation.uprightTransform(stored: bitmap.size)
    var result = Bitmap(size: orientation.upright(bitmap.size), format: bitmap.format)
    for y in 0..<bitmap.size.height {
      for x in 0..<bitmap.size.width {
        let place = Point(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(map)
        for c in 0..<bitmap.format.channels.rawValue {
          result[Int(place.x), Int(place.y), c] = bitmap[x, y, c]
        }
      }
    }
    return result
  }

  private static func farthest(_ a: Bitmap, _ b: Bitmap) -> Int {
    zip(a.bytes, b.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// The library inverts the DCT of columns before that of rows, and rounds in between. A mirrored image is therefore
  /// exact, and an image whose rows became columns has occasional rounding differences.
  @Test(
    "Turning a JPEG losslessly and decoding it gives the turned pixels, up to rounding",
    arguments: Orientation.allCases, [PixelFormat.gray8, .rgb8])
  func turnThenDecode(_ orientation: Orientation, _ format: PixelFormat) throws {
    let jpeg = try encode(try sample(width: 48, height: 40, format), quality: 95)
    let decoded = try decode(turn(jpeg, orientation)).bitmap
    let wanted = Self.turned(try decode(jpeg).bitmap, orientation)
    expectEqual(decoded.size, wanted.size)
    expectTrue(Self.farthest(decoded, wanted) <= (orientation.swapsAxes ? 2 : 0))
  }

  /// Crops that an exact move allows, from an image whose last MCUs are partial.
  @Test(
    "A lossless crop at MCU boundaries equals cropping and turning the pixels, up to rounding",
    arguments: Orientation.allCases)
  func losslessCrop(_ orientation: Orientation) throws {
    let jpeg = try encode(try sample(width: 45, height: 37), quality: 95)
    let whole = try decode(jpeg).bitmap
    let linear = orientation.linear
    let columns =
      linear.a + linear.b < 0 ? [(3, 16), (0, 40), (15, 16)] : [(8, 45), (0, 45), (16, 17), (40, 45)]
    let rows = linear.c + linear.d < 0 ? [(5, 24), (0, 32), (31, 32)] : [(8, 37), (24, 30), (32, 37)]
    for (left, right) in columns {
      for (top, bottom) in rows {
        let size = try #require(PixelSize(width: right - left, height: bottom - top))
        let source = PixelRect(x: left, y: top, size: size)
        let part = try decode(move(jpeg, LosslessTransform(.exact, orientation, source: source))).bitmap
        var cut = Bitmap(size: size, format: .rgb8)
        for y in 0..<size.height {
          for x in 0..<size.width { for c in 0..<3 { cut[x, y, c] = whole[left + x, top + y, c] } }
        }
        let wanted = Self.turned(cut, orientation)
        expectEqual(part.size, wanted.size)
        expectTrue(Self.farthest(part, wanted) <= (orientation.swapsAxes ? 2 : 0), "\(source)")
      }
    }
  }

  @Test(
    "Transposing a JPEG of any size twice restores its pixels, including partial MCUs",
    arguments: [(1, 1), (7, 9), (16, 16), (17, 33), (100, 3)], samplings)
  func transposeTwice(_ side: (Int, Int), _ sampling: Sampling) throws {
    let jpeg = Self.image(sampling, side.0, side.1)
    let pixels = try decode(jpeg).bitmap
    // A transposition keeps the top left corner in place, so the partial blocks at the other edges survive.
    let twice = try turn(turn(jpeg, .leftMirrored), .leftMirrored)
    try expectEqual(decode(twice).bitmap, pixels)
  }

  /// The library leaves the table numbers of a component without a scan unset. Found by fuzzing.
  @Test("A lossless transform keeps a component that has no scan")
  func missingScan() throws {
    // One block of 7 bits: a DC difference of 0 and no AC coefficients.
    let scan = HandmadeJPEG.scan([0], from: 0, to: 63) + [0x01]
    let jpeg = HandmadeJPEG(sampling: [(1, 1), (1, 1), (1, 1)], scansInstead: scan).bytes
    let whole = PixelRect(x: 0, y: 0, size: try probe(jpeg).size)
    let output = ByteOutput()
    let notices = try transform(
      jpeg, into: output, TransformRequest(LosslessTransform(.exact, .down, source: whole), of: jpeg))
    expectTrue(notices.isEmpty)
    try expectEqual(decode(output.bytes).bitmap, decode(jpeg).bitmap)
  }

  @Test("A transform whose source is off the MCU grid or exceeds the image is misuse")
  func misalignedSource() throws {
    let jpeg = try encode(try sample(width: 45, height: 37), quality: 50)
    let whole = PixelRect(x: 0, y: 0, size: try probe(jpeg).size)
    try expectEqual(probe(jpeg).blocks?.mcu, PixelSize(width: 16, height: 16))
    for (orientation, source) in [
      (Orientation.right, whole), (.down, whole), (.up, PixelRect(x: 8, y: 0, size: whole.size)),
      (.up, PixelRect(x: 16, y: 0, size: whole.size)),
      (.up, PixelRect(x: 0, y: 0, size: whole.size.transposed)),
    ] {
      let error = codecError { _ = try move(jpeg, LosslessTransform(.exact, orientation, source: source)) }
      expectEqual(error?.isMisuse, true, "\(orientation) \(source)")
    }
  }

  // MARK: Refusals

  @Test(
    "A lossless transform of a truncated JPEG fails, and succeeds under salvage",
    arguments: [LosslessTransform.Kind.exact, .tagged], Orientation.allCases)
  func truncatedTransform(_ kind: LosslessTransform.Kind, _ orientation: Orientation) throws {
    let jpeg = try encode(try sample(width: 64, height: 64), quality: 95)
    let whole = LosslessTransform(
      kind, orientation, source: PixelRect(x: 0, y: 0, size: try probe(jpeg).size))
    let cut = Array(jpeg.dropLast(jpeg.count / 3))
    expectEqual(codecError { _ = try move(cut, whole) }?.isTruncated, true)
    let salvaged = try move(cut, whole, onDamage: .salvage)
    try expectEqual(decode(salvaged).notices, [])
    try expectEqual(
      decode(salvaged).bitmap.size, (kind == .exact ? orientation : .up).upright(whole.source.size))
  }

  @Test("A lossless transform respects the memory limit, and a plain copy needs less memory")
  func transformMemory() throws {
    let jpeg = try encode(try sample(width: 64, height: 64), quality: 95)
    var limits = Limits()
    limits.memory = 4 * 64 * 64 * 3 - 1
    let whole = LosslessTransform(.exact, .right, source: PixelRect(x: 0, y: 0, size: try probe(jpeg).size))
    expectEqual(codecError { _ = try move(jpeg, whole, limits: limits) }?.limitKind, .memory)
    limits.memory += 1
    _ = try move(jpeg, whole, limits: limits)
    // A copy needs no more memory than decoding does.
    limits.memory = 64 * 64 * 3
    try expectEqual(move(jpeg, LosslessTransform(.exact, .up, source: whole.source), limits: limits), jpeg)
  }

  @Test("A lossless transform of a JPEG with too many scans fails")
  func tooManyScans() throws {
    let many = [[UInt8]](repeating: HandmadeJPEG.scan([0], from: 1, to: 63), count: 501).flatMap(\.self)
    let jpeg = HandmadeJPEG(isProgressive: true, tail: many).bytes
    let whole = PixelRect(x: 0, y: 0, size: try probe(jpeg).size)
    for kind in [LosslessTransform.Kind.exact, .tagged] {
      let error = codecError {
        _ = try move(jpeg, LosslessTransform(kind, .right, source: whole), onDamage: .salvage)
      }
      expectTrue(error != nil, "\(kind)")
    }
  }

  /// The scan ends early, and the decoder's made-up codes let the DC coefficients wrap around at 16 bits. libjpeg's
  /// arithmetic coder writes such coefficients in another order as codes that no decoder accepts. Found by fuzzing.
  @Test("A transform of arithmetic-coded coefficients beyond 15 bits fails", arguments: Orientation.allCases)
  func arithmeticRange(_ orientation: Orientation) throws {
    let frame: [UInt8] = [8, 0x08, 0x95, 0, 227, 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
    let scan: [UInt8] = [
      0xFF, 0x00, 0xBA, 0xB9, 0x23, 0x0C, 0xDD, 0xAA, 0xCF, 0x14, 0x58, 0x08, 0x66, 0x23, 0x2B, 0xCD, 0xAF,
      0x1E, 0xAD, 0x20,
      0x68, 0x72, 0x05, 0x5A, 0x33, 0x5C, 0x10, 0xB4, 0x6F, 0xBB, 0xF9, 0xC6, 0x51, 0xC5, 0x47, 0x12, 0x2B,
      0x40,
    ]
    let jpeg =
      [0xFF, 0xD8] + HandmadeJPEG.segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
      + HandmadeJPEG.segment(0xC9, frame)
      + HandmadeJPEG.segment(0xCC, [0x00, 0x10, 0x10, 5, 0x01, 0x10, 0x11, 5])
      + HandmadeJPEG.segment(0xDA, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]) + scan + [0xFF, 0xD9]
    _ = try decode(jpeg)
    let kept = PixelRect(x: 0, y: 0, size: try #require(PixelSize(width: 224, height: 2192)))
    let error = codecError { _ = try move(jpeg, LosslessTransform(.exact, orientation, source: kept)) }
    expectEqual(error?.isDamaged, true)
  }

  @Test("A failed write during a lossless transform is a write error with its error number")
  func writeError() throws {
    let jpeg = try encode(try sample(width: 64, height: 64))
    for orientation in [Orientation.up, .right] {
      let whole = PixelRect(x: 0, y: 0, size: try probe(jpeg).size)
      let error = codecError {
        _ = try transform(
          jpeg, into: ByteOutput(descriptor: 1 << 20),
          TransformRequest(LosslessTransform(.exact, orientation, source: whole), of: jpeg))
      }
      expectEqual(error, .writeFailed(errorNumber: 9))
    }
  }
}

/// Encoding with the quantizers and sampling of another JPEG.
@Suite struct ModelTests {
  private func encode(_ bitmap: Bitmap, like model: [UInt8]) throws -> [UInt8] {
    let output = ByteOutput()
    var encoder = try lossless(model).encoder(output, EncodeRequest(size: bitmap.size, pixels: bitmap.format))
    try encoder.write(bitmap.bytes.span)
    try encoder.finish()
    return output.bytes
  }

  @Test(
    "Encoding an image like a JPEG of the same image reproduces that file", arguments: [10, 50, 89, 90, 100],
    [PixelFormat.gray8, .rgb8])
  func sameTables(_ quality: Int, _ format: PixelFormat) throws {
    let image = try sample(width: 40, height: 30, format)
    let model = try JPEGCodecTests.encode(image, quality: quality)
    try expectEqual(encode(image, like: model), model)
  }

  /// The number of a component's quantization table is a byte with four valid values. Found by fuzzing.
  @Test("Encoding like a JPEG with a missing quantization table is an error for damage")
  func missingQuantizationTable() throws {
    var model = HandmadeJPEG.flat([100]).bytes
    let frame = try #require(model.indices.first { model[$0...].starts(with: [0xFF, 0xC0]) })
    model[frame + 12] = 33
    let image = try sample(width: 8, height: 8, .gray8)
    expectEqual(codecError { _ = try encode(image, like: model) }?.isDamaged, true)
  }

  @Test(
    "Encoding like a JPEG keeps its chroma subsampling", arguments: LosslessTransformTests.samplings)
  func samplingIsKept(_ sampling: LosslessTransformTests.Sampling) throws {
    let model = LosslessTransformTests.image(sampling, 32, 32)
    let bytes = try encode(try sample(width: 40, height: 30), like: model)
    // A gray model does not specify chroma, so chroma is not subsampled. The black component of a four-component
    // model does not count.
    let whole = try #require(PixelSize(width: 8, height: 8))
    try expectEqual(
      probe(bytes).blocks?.mcu, (sampling.factors.count == 1 ? whole : probe(model).blocks?.mcu))
    try expectEqual(decode(bytes).bitmap.size.width, 40)
    _ = try decode(encode(try sample(width: 9, height: 9, .gray8), like: model))
  }
}
