import FrameImage
import FramePlan

/// Converts working pixels from one light to another.
///
/// The color of an opaque pixel is rounded to a code, as if the image had been encoded before it is blended: with 16 bits if
/// anything in the plan has 16, else with 8. So an opaque pixel that nothing is blended with has the same code in every light of
/// blending. Colors of other pixels are not rounded: they are off by less than a tenth of a 16-bit step.
struct LightConversion: Sendable {
  private let from, to: WorkingSpace
  private let format: PixelFormat
  /// True if codes with 16 bits become codes with 8. Tables for 8 bits are less precise, so their codes come first.
  private let narrows: Bool
  private let unrounded: WorkingColors

  /// - Parameters:
  ///   - from: a space in another light than `to`.
  ///   - output: the depth of the output.
  init(from: WorkingSpace, to: WorkingSpace, output: PixelFormat.Depth) {
    (self.from, self.to) = (from, to)
    narrows = from.uses16Bits && output == .eight
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
        if narrows { narrow(codes.bindMemory(to: UInt16.self), pixels + first, count: part) }
        to.decode(codes.baseAddress!, format: format, column: 0, count: part, into: pixels + first)
      }
    }
  }

  /// Moves codes with 16 bits to those that have the pixels' codes with 8 bits.
  private func narrow(
    _ codes: UnsafeMutableBufferPointer<UInt16>, _ pixels: UnsafePointer<WorkingPixel>, count: Int
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * Self.mostRounded) { bytes in
      from.encode(pixels, count: count, format: .rgb8, into: bytes.baseAddress!)
      for i in 0..<3 * count {
        let middle = 257 * Int(bytes[i])
        codes[i] = UInt16(min(max(Int(codes[i]), max(middle - 128, 0)), min(middle + 128, 65535)))
      }
    }
  }
}
