import FrameGeometry
import FrameImage

extension Orientation: WireValue {}
extension ShrinkFactor: WireValue {}
extension Samples: WireValue {}
extension DamagePolicy: WireValue {}
extension PixelFormat.Channels: WireValue {}
extension PixelFormat.Depth: WireValue {}
extension MetadataBlock.Kind: WireValue {}
extension LosslessTransform.Kind: WireValue {}

extension PixelSize: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(width)
    wire.put(height)
  }

  init(from wire: inout WireReader) throws(WireError) {
    guard let size = PixelSize(width: try wire.take(), height: try wire.take()) else { throw WireError() }
    self = size
  }
}

extension PixelRect: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(x)
    wire.put(y)
    wire.put(size)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(x: try wire.take(), y: try wire.take(), size: try wire.take())
  }
}

extension PixelFormat: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(channels)
    wire.put(depth)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(try wire.take(), try wire.take())
  }
}

extension BlockGrid: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(mcu)
    wire.put(bytes)
  }

  /// Limited, because it is multiplied.
  init(from wire: inout WireReader) throws(WireError) {
    self.init(mcu: try wire.take(), bytes: try wire.take())
    guard (0...Int.max / 16).contains(bytes) else { throw WireError() }
  }
}

extension MetadataBlock: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(kind)
    wire.put(keyword)
    wire.put(bytes)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(try wire.take(), keyword: try wire.take(), try wire.take())
  }
}

extension ImageMetadata.Resolution: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(x)
    wire.put(y)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(x: try wire.take(), y: try wire.take())
  }
}

extension ImageMetadata.Colorimetry: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(gamma)
    wire.put(chromaticities)
    wire.put(renderingIntent)
    wire.put(codePoints)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(
      gamma: try wire.take(), chromaticities: try wire.take(), renderingIntent: try wire.take(),
      codePoints: try wire.take())
    guard gamma ?? 1 > 0, chromaticities?.count ?? 8 == 8, renderingIntent ?? 0 <= 3,
      codePoints?.count ?? 4 == 4
    else { throw WireError() }
  }
}

extension ImageMetadata: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(profile)
    wire.put(resolution)
    wire.put(colorimetry)
    wire.put(blocks)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(
      profile: try wire.take(), resolution: try wire.take(), colorimetry: try wire.take(),
      blocks: try wire.take())
  }
}

extension ImageHeader: WireValue {
  func write(to wire: inout WireWriter) {
    wire.put(size)
    wire.put(pixels)
    wire.put(samples)
    wire.put(orientation)
    wire.put(metadata)
    wire.put(frames)
    wire.put(loopCount)
    wire.put(arePages)
    wire.put(traits)
    wire.put(notices)
    wire.put(reductions)
    wire.put(blocks)
  }

  init(from wire: inout WireReader) throws(WireError) {
    self.init(size: try wire.take(), pixels: try wire.take())
    samples = try wire.take()
    orientation = try wire.take()
    metadata = try wire.take()
    frames = try wire.take()
    loopCount = try wire.take()
    arePages = try wire.take()
    traits = try wire.take()
    notices = try wire.take()
    reductions = try wire.take()
    blocks = try wire.take()
    // The maximum that any format can count.
    guard (1...Int(UInt32.max)).contains(frames), (0...Int(UInt32.max)).contains(loopCount),
      samples == .colors || pixels.channels == .rgba
    else { throw WireError() }
  }
}
