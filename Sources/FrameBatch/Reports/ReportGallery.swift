import FrameGeometry
import FoundationEssentials
import FrameCodec
import FrameCompare
import FrameEngine
import FrameFiles
import FrameImage

/// Makes the images of an HTML report, on any thread.
package struct ReportGallery: Sendable {
  /// The folder with the images, which are in its subfolder `images`; nil if the page contains them.
  private let folder: String?
  private let codecs: CodecList

  /// The largest size of a small difference image.
  private static let thumbnailSize = PixelSize(width: 320, height: 180)!
  /// The formats that browsers show.
  private static let shownFormats: Set = ["png", "jpeg", "gif", "webp", "avif"]

  package init(folder: String? = nil, codecs: CodecList) { (self.folder, self.codecs) = (folder, codecs) }

  private var png: any Codec { codecs.codec(named: "png")! }

  /// Returns the images of a path whose verdict is not `same`.
  ///
  /// - Parameter memory: The memory that the images of all paths share while they are made.
  package func images(of result: FolderRun.Result, within memory: MemoryBudget) throws(BatchError)
    -> ReportImages
  {
    // An image is read and copied, and a page has it as text, too.
    let bytes = [result.expected, result.actual].reduce(0) { sum, image in
      sum.adding(image.map { ((try? $0.file?.length()) ?? 0).adding($0.header.size.area * 3) } ?? 0)
    }
    return try memory.reserving(bytes.times(folder == nil ? 3 : 2), until: result.limits.cancellation) {
      () throws(BatchError) in try images(of: result)
    }
  }

  private func images(of result: FolderRun.Result) throws(BatchError) -> ReportImages {
    let name = "\(result.index + 1)"
    var images = try images(
      expected: result.expected, actual: result.actual, name: name, result.limits)
    if case .compared(let pair, let request, let found) = result.verdict, found.difference.differing > 0 {
      try draw(found.difference, pair, request, name, into: &images)
    }
    return images
  }

  /// Adds a difference image and its thumbnail.
  private func draw(
    _ difference: ImageDifference, _ pair: ImagePair, _ request: ComparisonRequest, _ name: String,
    into images: inout ReportImages
  ) throws(BatchError) {
    let output = ByteOutput()
    var thumbnail: DifferenceThumbnail?
    try converting(
      pair.draw(difference, request, DifferenceOutput(codec: png, bytes: output)) { size, row, expected in
        if thumbnail == nil { thumbnail = DifferenceThumbnail(of: size, in: Self.thumbnailSize) }
        thumbnail?.write(row, over: expected)
      }
    ) { BatchError($0, reading: pair.actual.name) }
    guard let small = thumbnail?.image else { return }
    images.difference = try store(output.bytes, "png", difference.size, "\(name)-difference")
    let encoded = try converting(png.encoded(small)) { (error: EditFailure) in BatchError(error) }
    images.thumbnail = try store(encoded, "png", small.size, "\(name)-thumbnail")
  }

  /// Returns the images of one side or of both. An image that cannot be read is left out.
  private func images(
    expected: OpenImage?, actual: OpenImage?, name: String, _ limits: Limits
  ) throws(BatchError) -> ReportImages {
    var images = ReportImages()
    if let expected {
      images.expected = try image(expected, "\(name)-expected", limits)
      images.expectedHash = try hash(expected)
    }
    if let actual {
      images.actual = try image(actual, "\(name)-actual", limits)
      images.actualHash = try hash(actual)
    }
    return images
  }

  /// Returns the images that a failed case left behind.
  package func images(of report: CaseReport, name: String, limits: Limits) throws(BatchError)
    -> ReportImages
  {
    let testCase = TestCase(folder: report.name)
    func open(_ path: String?) -> OpenImage? {
      path.flatMap { try? OpenImage(at: $0, codecs: codecs, limits: limits) }
    }
    let isCompared = report.status == .failed && report.actual != nil
    var images = try images(
      expected: isCompared ? open(testCase.expected) : nil, actual: open(report.actual), name: name, limits)
    if let difference = open(report.difference) {
      images.difference = try image(difference, "\(name)-difference", limits)
    }
    return images
  }

  /// Returns an image in a format that browsers show, with its pixels as they are stored; nil if it cannot be decoded.
  private func image(_ image: OpenImage, _ name: String, _ limits: Limits) throws(BatchError) -> ReportImage?
  {
    let format = image.codec.format
    let size = image.header.size
    if Self.shownFormats.contains(format.name), image.header.orientation == .up, let file = image.file {
      return try store(try BatchError.converting(file.contents()), format.name, size, name)
    }
    guard let bytes = try? image.storedPixels(as: png, limits: limits) else { return nil }
    return try store(bytes, "png", size, name)
  }

  private func hash(_ image: OpenImage) throws(BatchError) -> String? {
    try image.file.map { file throws(BatchError) in
      let bytes = try BatchError.converting(file.contents())
      return ContentHash.of(bytes.span)
    }
  }

  private func store(
    _ bytes: [UInt8], _ format: String, _ size: PixelSize, _ name: String
  ) throws(BatchError) -> ReportImage {
    var source = "images/\(name).\(format)"
    if let folder {
      try BatchError.converting(OutputFile.write(bytes, at: FilePath.join(folder, source)))
    } else {
      source = "data:image/\(format);base64,\(Data(bytes).base64EncodedString())"
    }
    return ReportImage(src: source, width: size.width, height: size.height)
  }
}
