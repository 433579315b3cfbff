import FrameImage
import FramePlan

/// Converts working pixels from one light to another.
///
/// The color of an opaque pixel is rounded to a code of the plan's depth, as if the image had been encoded before it is blended.
/// So an opaque pixel that nothing is blended with has the same code in every light of blending. Colors of other pixels are not
/// rounded: they are off by less than a tenth of a 16-bit step.
struct LightConversion: Sendable {
  private let from, to: WorkingSpace
  private let format: PixelFormat
  private let unrounded: WorkingColors

  /// - Parameters: two spaces in different lights.
  init(from: WorkingSpace, to: WorkingSpace) {
    (self.from, self.to) = (from, to)
    format = from.uses16Bits ? .rgb16 : .rgb8
    unrounded = (from.toneConversion(.encode) ?? to.toneConversion(.decode))!
  }

  /// The most pixels that are rounded at once.
  private static let mostRounded = 64

  func apply(to pixels: UnsafeMutablePointer<WorkingPixel>, count: Int) {
    var next = 0
    while next < count {
      let (first, kind) = (next, Kind(pixels[next]))
      repeat { next += 1 } while next < count && Kind(pixels[next]) == kind
      switch kind {
      case .transparent: break
      case .translucent: unrounded.apply(to: pixels + first, count: next - first)
      case .opaque: round(pixels + first, count: next - first)
      }
    }
  }

  private enum Kind {
    case transparent, translucent, opaque

    init(_ pixel: WorkingPixel) {
      self = pixel.w == 1 ? .opaque : pixel.w > 0 ? .translucent : .transparent
    }
  }

  /// - Parameter pixels: opaque.
  private func round(_ pixels: UnsafeMutablePointer<WorkingPixel>, count: Int) {
    withUnsafeTemporaryAllocation(
      byteCount: Self.mostRounded * format.bytesPerPixel, alignment: MemoryLayout<UInt16>.alignment
    ) { codes in
      for first in stride(from: 0, to: count, by: Self.mostRounded) {
        let part = min(Self.mostRounded, count - first)
        from.encode(pixels + first, count: part, format: format, into: codes.baseAddress!)
        to.decode(codes.baseAddress!, format: format, column: 0, count: part, into: pixels + first)
      }
    }
  }
}
