import CJPEG
import FrameCodec
import FrameModel

extension ImageHeader {
  /// Combines the library's header with the marker segments.
  ///
  /// - Throws: `CodecError.limit` for an image that is too large.
  init(_ library: cjpeg_header, _ markers: JPEGMarkers, _ limits: Limits) throws(CodecError) {
    let size = try CodecError.size(width: Int(library.width), height: Int(library.height), within: limits)
    let isCMYK = library.pixels == CJPEG_CMYK
    let pixels: PixelFormat =
      switch library.pixels {
      case CJPEG_GRAY: .gray8
      case CJPEG_CMYK: .rgba8
      default: .rgb8
      }
    let profile = markers.profile.flatMap(ICCProfile.init).flatMap {
      (isCMYK ? $0.describesCMYK : $0.describes(pixels.channels)) ? $0 : nil
    }
    let dropsProfile = markers.hasProfile && profile == nil
    self.init(
      size: size, pixels: pixels, orientation: markers.orientation,
      metadata: ImageMetadata(
        profile: profile?.bytes,
        resolution: ImageMetadata.Resolution(
          JFIFDensity(
            unit: Int(library.density_unit), x: Int(library.x_density), y: Int(library.y_density)))
          ?? markers.exif?.resolution,
        blocks: markers.blocks),
      traits: [
        library.progressive != 0 ? "progressive" : nil,
        library.arithmetic != 0 ? "arithmetic" : nil,
        isCMYK ? "CMYK" : nil,
      ].compactMap(\.self),
      notices: (dropsProfile ? [.profileDropped] : []) + markers.notices,
      reductions: [.none, .half, .quarter, .eighth],
      blocks: PixelSize(width: Int(library.piece_width), height: Int(library.piece_height)).map {
        let coefficient = 2
        return BlockGrid(piece: $0, bytes: coefficient * Int(library.samples))
      })
    samples = isCMYK ? .cmyk : .colors
  }
}
