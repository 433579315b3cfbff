import FrameCodec
import FrameFiles
import FrameGeometry
import FrameImage
import FramePixels
import FramePlan
import FrameScene

/// How pixels are read for the plan of an edit.
struct PixelReading {
  var onDamage = DamagePolicy.fail
  var frames = FrameChoice.all
  var limits = Limits()

  /// Returns the frames of an image that the edit uses.
  fileprivate func frames(of image: OpenImage) -> Range<Int> {
    switch frames {
    case .one(let index):
      let frame = min(index, image.header.frames - 1)
      return frame..<frame + 1
    case .all: return 0..<image.header.frames
    }
  }

  fileprivate func request(_ reduction: ShrinkFactor = .none) -> DecodeRequest {
    DecodeRequest(reduction: reduction, onDamage: onDamage, limits: limits)
  }
}

extension OpenImage {
  /// Returns what attracts attention in the upright image, or in the first frame of an animated one. The image is decoded at a
  /// reduced size if its codec can.
  func attentionMap(_ reading: PixelReading) throws(FileError) -> AttentionMap {
    let reduction = reduction(
      of: max(header.size.width, header.size.height), to: ImageGrid.longestSide)
    let decoder = SourceDecoder(self, reading.request(reduction), frame: reading.frames(of: self).lowerBound)
    var grid = ImageGrid(decoder.size, decoder.format)
    try decoder.readAll { grid.write($0) }
    return AttentionMap(grid, orientation: header.orientation)
  }

  /// Returns the largest reduction of the image's decoder that leaves enough pixels for an analysis.
  ///
  /// It depends on the header alone, and not on how the image is drawn.
  ///
  /// - Parameters:
  ///   - side: The longer side of what is analyzed.
  ///   - least: The least number of pixels that are left of it, if it has as many.
  func reduction(of side: Int, to least: Int) -> ShrinkFactor {
    let chromaStep = header.blocks?.chromaStep ?? 1
    let fitting = header.reductions.filter { side / ($0.rawValue * chromaStep) >= least }
    return fitting.max { $0.rawValue < $1.rawValue } ?? .none
  }

  /// Returns what is inside the border of an image.
  ///
  /// Samples are compared as they are stored.
  ///
  /// - Parameters:
  ///   - part: The part of the upright image whose border is meant, in its whole pixels.
  ///   - reading: What is inside the border in any of its frames is kept.
  /// - Returns: The smallest part of the upright image that has all pixels of other colors; nil if there are none.
  func contents(
    in part: Rect, within border: ImageBorder, _ reading: PixelReading
  ) throws(FileError) -> Rect? {
    let (request, frames) = (reading.request(), reading.frames(of: self))
    let toUpright = header.orientation.uprightTransform(stored: header.size)
    guard let toStored = toUpright.inverse, let first = frames.first else { return nil }
    let color: [Int]
    if let given = border.color {
      // Opaque pixels have no translucent border.
      guard header.pixels.channels.hasAlpha || given.alpha >= 1 - border.tolerance else { return part }
      color = given.samples(header.pixels)
    } else {
      let corner = Point(x: part.minX + 0.5, y: part.minY + 0.5).applying(toStored)
      color = try pixel(x: Int(corner.x), y: Int(corner.y), frame: first, request)
    }
    var scanner = BorderScanner(
      PixelRect(part.applying(toStored)),
      BorderColors(header.pixels, around: color, tolerance: border.tolerance), width: header.size.width)
    let decoder = SourceDecoder(self, request, frame: first, readsSeveralFrames: frames.count > 1)
    for frame in frames {
      if header.frames > 1 { _ = try decoder.beginFrame(frame) }
      scanner.beginFrame()
      try decoder.readAll { scanner.write($0) }
    }
    return scanner.contents?.applying(toUpright)
  }

  /// Returns the samples of a pixel of the stored image. Rows below it are not decoded.
  private func pixel(
    x: Int, y: Int, frame: Int, _ request: DecodeRequest
  ) throws(FileError) -> [Int] {
    let format = header.pixels
    var row = [UInt8](repeating: 0, count: format.rowBytes(width: header.size.width))
    try FileError.reading(name) {
      var span = row.mutableSpan
      try SourceDecoder(self, request, frame: frame).read(from: y, into: &span)
    }
    return (0..<format.channels.rawValue).map { format.sample($0, ofPixel: x, in: row.span) }
  }
}

extension PixelRect {
  /// - Parameter rect: A rectangle of whole pixels, at least one.
  fileprivate init(_ rect: Rect) {
    let size = PixelSize(width: max(1, Int(rect.size.width)), height: max(1, Int(rect.size.height)))!
    self.init(x: Int(rect.minX), y: Int(rect.minY), size: size)
  }
}

extension Color {
  /// Returns the color as samples of a format. In gray, it is the luma of the color.
  fileprivate func samples(_ format: PixelFormat) -> [Int] {
    let full = Double(format.depth.maximum)
    let luma = isGray ? red : 0.299 * red + 0.587 * green + 0.114 * blue
    let colors = format.channels.isGray ? [luma] : [red, green, blue]
    return (colors + (format.channels.hasAlpha ? [alpha] : [])).map {
      Int((min(max($0, 0), 1) * full).rounded())
    }
  }
}

extension OpenImage {
  /// Returns the range of each channel's samples in a part of an image. The image is decoded at a reduced size if its
  /// codec can, unless every pixel counts.
  ///
  /// Samples are those that are stored, in the image's own profile.
  ///
  /// - Parameters:
  ///   - part: The part of the upright image, in its whole pixels.
  ///   - share: The share of the part's pixels that may be below a range, and above it: less than one half.
  ///   - reading: All its frames have one range together.
  /// - Returns: nil if no pixel is visible.
  func tones(
    in part: Rect, clipping share: Double, _ reading: PixelReading
  ) throws(FileError) -> ToneRanges? {
    let frames = reading.frames(of: self)
    guard let toStored = header.orientation.uprightTransform(stored: header.size).inverse,
      let first = frames.first
    else { return nil }
    let reduction =
      share > 0
      ? reduction(of: Int(max(part.size.width, part.size.height)), to: ToneHistogram.longestSide) : .none
    let decoder = SourceDecoder(
      self, reading.request(reduction), frame: first, readsSeveralFrames: frames.count > 1)
    var histogram = ToneHistogram(
      decoder.size, decoder.format, part: part.applying(toStored), shrunk: Double(reduction.rawValue))
    for frame in frames {
      if header.frames > 1 { _ = try decoder.beginFrame(frame) }
      histogram.beginFrame()
      try decoder.readAll { histogram.write($0) }
    }
    return histogram.ranges(clipping: share)
  }
}

extension OpenImage {
  /// Encodes the stored pixels of the first frame, without metadata.
  ///
  /// - Parameter codec: A codec that can store pixels of any format, such as the PNG codec.
  package func storedPixels(as codec: any Codec, limits: Limits) throws(EditFailure) -> [UInt8] {
    try codec.encoded(SourceDecoder(self, DecodeRequest(limits: limits)))
  }
}

extension Codec {
  /// Encodes an image whose pixel format the codec can store, without metadata.
  package func encoded(_ image: some PixelSource) throws(EditFailure) -> [UInt8] {
    try EditFailure.converting {
      let output = ByteOutput()
      var source = image
      var encoder = try encoder(output, EncodeRequest(size: source.size, pixels: source.format))
      try source.forEachBand { try encoder.write($0) }
      try encoder.finish()
      return output.bytes
    }
  }
}
