import FrameImage
import FramePlan

/// A plan prepared for drawing one band of rows at a time, in any order and on any thread.
struct BandRenderer: Sendable {
  private let way: Way

  private indirect enum Way {
    case copy(DirectCopy)
    case composition(Composition)
  }

  /// - Parameter plan: in terms of decoded pixels.
  init(
    _ plan: RenderPlan, kernels: InstructionSet, room: OutlineRoom = OutlineRoom(),
    cancellation: Cancellation? = nil
  ) {
    if let draw = plan.copied, let copy = DirectCopy(draw, plan) {
      way = .copy(copy)
    } else {
      way = .composition(Composition(plan, kernels: kernels, room: room, cancellation: cancellation))
    }
  }

  /// Returns the rows of each image that rows of the output depend on; empty if nothing of the image is visible.
  func sourceRows(ofEach count: Int, for rows: Range<Int>) -> [Range<Int>] {
    switch way {
    case .copy(let copy): (0..<count).map { copy.sourceRows(of: $0, for: rows) }
    case .composition(let composition): composition.sourceRows(ofEach: count, for: rows)
    }
  }

  /// nil for a copy, which needs no memory beside rows.
  private var composition: Composition? {
    if case .composition(let composition) = way { composition } else { nil }
  }

  var outlines: (largest: String, bytes: Int)? { composition?.outlines }

  /// The most rows that are drawn for a band in addition to its own.
  var rowsBeside: Int { composition?.rowsBeside ?? 0 }

  /// Returns the cost of drawing a number of rows, without the rows themselves.
  func cost(rows: Int) -> Cost { composition?.cost(rows: rows) ?? Cost() }

  /// - Parameters:
  ///   - rows: rows of the output.
  ///   - sources: contain at least `sourceRows(ofEach:for:)` of each image.
  ///   - bytes: whole rows of the output, with undefined contents.
  /// - Throws: `LimitExceeded.outOfMemory`, and the errors of effects.
  func draw(_ rows: Range<Int>, from sources: [SourceRows], into bytes: UnsafeMutableRawPointer) throws {
    switch way {
    case .copy(let copy): copy.draw(rows, from: sources, into: bytes)
    case .composition(let composition): try composition.draw(rows, from: sources, into: bytes)
    }
  }
}
