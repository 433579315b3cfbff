import FrameModel

/// A plan made ready to be drawn, a band of rows at a time, in any order and on any thread.
struct BandRenderer: Sendable {
  private let way: Way

  private enum Way {
    case copy(DirectCopy)
    case composition(Composition)
  }

  /// - Parameter sources: the size and format of each image of the plan, as it is decoded.
  init(
    _ plan: RenderPlan, sources: [(size: PixelSize, format: PixelFormat)], kernels: InstructionSet,
    room: OutlineRoom = OutlineRoom(), cancellation: Cancellation? = nil
  ) {
    if let draw = plan.copied, let copy = DirectCopy(draw, plan, format: sources[draw.image].format) {
      way = .copy(copy)
    } else {
      way = .composition(
        Composition(plan, sources: sources, kernels: kernels, room: room, cancellation: cancellation))
    }
  }

  /// The rows of each of so many images that rows of the output are made of; empty where they show nothing of it.
  func sourceRows(ofEach count: Int, for rows: Range<Int>) -> [Range<Int>] {
    switch way {
    case .copy(let copy): (0..<count).map { copy.sourceRows(of: $0, for: rows) }
    case .composition(let composition): composition.sourceRows(ofEach: count, for: rows)
    }
  }

  var outlines: (largest: String, bytes: Int)? {
    switch way {
    case .copy: nil
    case .composition(let composition): composition.outlines
    }
  }

  /// The bytes that all threads share, beside rows.
  var sharedBytes: Int {
    switch way {
    case .copy: 0
    case .composition(let composition): composition.sharedBytes
    }
  }

  /// The most rows that are drawn for a band in addition to its own.
  var rowsBeside: Int {
    switch way {
    case .copy: 0
    case .composition(let composition): composition.rowsBeside
    }
  }

  /// The bytes that drawing so many rows takes, beside the rows themselves.
  func workingBytes(rows: Int) -> Int {
    switch way {
    case .copy: 0
    case .composition(let composition): composition.workingBytes(rows: rows)
    }
  }

  /// - Parameters:
  ///   - rows: of the output.
  ///   - sources: holding at least `sourceRows(ofEach:for:)` of each image.
  ///   - bytes: zeros at first; room for whole rows of the output.
  /// - Throws: where there is no memory to work in.
  func draw(_ rows: Range<Int>, from sources: [SourceRows], into bytes: UnsafeMutableRawPointer)
    throws(OutOfMemory)
  {
    switch way {
    case .copy(let copy): copy.draw(rows, from: sources, into: bytes)
    case .composition(let composition): try composition.draw(rows, from: sources, into: bytes)
    }
  }
}
