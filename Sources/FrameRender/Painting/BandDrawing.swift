import FrameImage
import FramePlan

/// A plan prepared for drawing one band of rows at a time, in any order and on any thread.
protocol BandDrawing: Sendable {
  /// Returns the rows of each image that rows of the output depend on; empty if nothing of the image is visible.
  func sourceRows(ofEach count: Int, for rows: Range<Int>) -> [Range<Int>]

  /// The layer with the largest outlines, and the bytes for the outlines of all layers; nil without outlines.
  var outlines: (largest: String, bytes: Int)? { get }

  /// The most rows that are drawn for a band in addition to its own.
  var rowsBeside: Int { get }

  /// Returns the cost of drawing a number of rows, without the rows themselves.
  func cost(rows: Int) -> Cost

  /// - Parameters:
  ///   - rows: rows of the output.
  ///   - sources: contain at least `sourceRows(ofEach:for:)` of each image.
  ///   - bytes: whole rows of the output, with undefined contents.
  /// - Throws: `LimitExceeded.outOfMemory`, and the errors of effects.
  func draw(_ rows: Range<Int>, from sources: [SourceRows], into bytes: UnsafeMutableRawPointer) throws
}

extension BandDrawing {
  var outlines: (largest: String, bytes: Int)? { nil }
  var rowsBeside: Int { 0 }
  func cost(rows: Int) -> Cost { Cost() }
}

extension RenderPlan {
  /// Prepares a plan in terms of decoded pixels.
  func drawing(
    kernels: InstructionSet, room: OutlineRoom = OutlineRoom(), cancellation: Cancellation? = nil
  ) -> any BandDrawing {
    copied.flatMap { DirectCopy($0, self) }
      ?? Composition(self, kernels: kernels, room: room, cancellation: cancellation)
  }
}
