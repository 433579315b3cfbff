import FrameCodec
import FrameGeometry
import FrameImage
import FrameEngine
import FrameReports
import FrameKit
import FrameTesting
import JPEGCodec
import PNGCodec
import Testing

/// JPEGs that are decoded at a smaller size, compared with JPEGs that are decoded in full.
@Suite struct ReductionTests {
  /// The built-in codec without shrink factors.
  private struct WholeJPEG: Codec {
    private let codec = JPEGCodec()

    var format: ImageFormat { codec.format }
    var library: String { codec.library }

    func open(_ input: ByteInput, limits: Limits) throws(CodecError) -> any ImageReader {
      UnreducedReader(try codec.open(input, limits: limits))
    }

    func makeEncoder(_ output: ByteOutput, _ request: EncodeRequest) throws(CodecError) -> any ImageEncoder {
      try codec.makeEncoder(output, request)
    }
  }

  private final class UnreducedReader: ImageReader {
    let header: ImageHeader
    private let inner: any ImageReader

    init(_ inner: any ImageReader) {
      self.inner = inner
      var header = inner.header
      header.reductions = [.none]
      self.header = header
    }

    func makeDecoder(_ request: DecodeRequest) throws(CodecError) -> any ImageDecoder {
      try inner.makeDecoder(request)
    }
  }

  /// Returns a JPEG of a round light on a gradient.
  private static func jpeg(_ width: Int, _ height: Int) throws -> [UInt8] {
    var image = Bitmap(size: try #require(PixelSize(width: width, height: height)), format: .rgb8)
    for y in 0..<height {
      for x in 0..<width {
        let dx = (Double(x) + 0.5) / Double(width) - 0.45
        let dy = (Double(y) + 0.5) / Double(height) - 0.55
        let light = 1 / (1 + 60 * (dx * dx + dy * dy))
        for channel in 0..<3 {
          image[x, y, channel] = Int(180 * light * light) + (channel + 1) * 20 * x / width
        }
      }
    }
    let output = ByteOutput()
    var encoder = try JPEGCodec().encoder(
      output, EncodeRequest(size: image.size, pixels: .rgb8, quality: 98))
    try encoder.write(image.bytes.span)
    try encoder.finish()
    return output.bytes
  }

  private func render(
    _ text: String, _ jpeg: [UInt8], _ codec: any Codec
  ) throws -> (bitmap: Bitmap, reduction: ShrinkFactor, report: String) {
    let editor = Editor(codecs: CodecList([codec, PNGCodec()]))
    let script = try editor.parse(text, name: "script")
    let edit = try editor.prepare(
      ScriptScene(script), images: SourceHost(sources: [.bytes(jpeg)]),
      output: OutputRequest(codec: PNGCodec()))
    let output = ByteOutput()
    _ = try edit.render(into: output, options: PreparedEdit.Options(jobs: 2))
    return (try Bitmap(png: output.bytes), edit.plan.images[0].reduction, PlanReport(edit).text())
  }

  /// Sides that are whole numbers of blocks, and sides that are not.
  static let sizes = [(320, 240), (323, 245), (351, 251)]

  @Test(
    "A reduced decode gives nearly the same image at the same place",
    arguments: [("40,30", ShrinkFactor.eighth), ("55,45", .quarter), ("120,90", .half)], sizes)
  func reduced(canvas: (size: String, reduction: ShrinkFactor), size: (Int, Int)) throws {
    let jpeg = try Self.jpeg(size.0, size.1)
    for turn in ["5deg", "-100deg"] {
      let script = "canvas \(canvas.size); background black; light srgb; rotate \(turn)"
      let reduced = try render(script, jpeg, JPEGCodec())
      let whole = try render(script, jpeg, WholeJPEG())
      #expect(reduced.reduction == canvas.reduction && whole.reduction == .none)
      let n = canvas.reduction.rawValue
      #expect(reduced.report.contains("decoded at 1/\(n) as \((size.0 + n - 1) / n) x "))
      let apart = zip(reduced.bitmap.bytes, whole.bitmap.bytes).map { abs(Int($0) - Int($1)) }
      #expect(Double(apart.reduce(0, +)) / Double(apart.count) < 1)
      let (a, b) = (reduced.bitmap.centroid, whole.bitmap.centroid)
      #expect(abs(a.x - b.x) < 0.02 && abs(a.y - b.y) < 0.02, "\(a) \(b)")
    }
  }

  @Test("In linear light, a JPEG is decoded at full size")
  func linear() throws {
    let jpeg = try Self.jpeg(323, 245)
    let script = "canvas 40,30; background black; light linear; rotate 5deg"
    let result = try render(script, jpeg, JPEGCodec())
    #expect(result.reduction == .none && !result.report.contains("decoded at"))
    #expect(try result.bitmap == render(script, jpeg, WholeJPEG()).bitmap)
  }
}

extension Bitmap {
  /// The centroid of the light in the first channel. Dark pixels do not count: they cover a large area and may be off
  /// by one everywhere.
  fileprivate var centroid: Point {
    var sum = 0.0
    var middle = Point.zero
    for y in 0..<size.height {
      for x in 0..<size.width {
        let light = Double(max(0, self[x, y, 0] - 50))
        sum += light
        middle.x += light * (Double(x) + 0.5)
        middle.y += light * (Double(y) + 0.5)
      }
    }
    return Point(x: middle.x / sum, y: middle.y / sum)
  }
}
