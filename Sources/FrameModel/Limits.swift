/// What a run may use. All are finite by default and are checked from headers and scripts, before
/// anything is allocated.
public struct Limits: Hashable, Sendable {
  /// Pixels of one image or canvas.
  public var pixels = 268_402_689
  /// Bytes that an edit holds at once: what its script makes, outlines and pixels. See `MemoryAccount`. And, by
  /// itself, what a decoder keeps beside them.
  public var memory = 1 << 30
  /// Of those, the bytes that may be used for what a script makes and for its plan.
  public var scriptMemory = Int.max
  /// Width or height of an image or canvas.
  public var side = 65_535

  public var layers = 100_000
  public var statements = 1_000_000
  /// Touch events of a run, or of a recorded stream.
  public var touches = 10_000_000
  /// That are down at once.
  public var fingers = 1000
  /// Frames of an animation.
  public var frames = 10_000
  public var scriptBytes = 16 << 20
  /// Of blocks, brackets and lists.
  public var nesting = 64
  /// UTF-8 bytes of one text that a script makes.
  public var stringBytes = 16 << 20
  /// UTF-8 bytes of the name of a layer, a recognizer or a menu.
  public var nameBytes = 1024
  /// Bytes of a font file.
  public var fontBytes = 64 << 20

  /// Bytes of what a run reports: what it says, and its false claims. A batch holds the reports of edits that wait for
  /// an earlier one.
  public var reportBytes: Int { max(memory / Self.reportsInMemory, 1 << 16) }

  /// So many of the longest reports take all of `memory`.
  public static let reportsInMemory = 64

  /// Ends the work early; nil for work that runs to its end.
  public var cancellation: Cancellation?

  public init() {}
}

/// A limit that would be passed: which, by what, and what was allowed.
public struct LimitExceeded: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case pixels, work, memory, side, layers, statements, touches, fingers, frames
    case scriptBytes, nesting, recursion, fontBytes, stringBytes, nameBytes, reportBytes
    /// Bytes that a script makes. They are counted as it runs: what is needed is more than is counted.
    case scriptMemory
    /// Of a shadow, in output pixels.
    case blur
    /// Bytes of metadata.
    case metadata
    /// Parts that an image's format has, by the format's own word for them.
    case parts(String)
    /// The caller ended the work; the numbers are 0.
    case cancelled
  }

  public var kind: Kind
  public var needed: Int
  public var allowed: Int

  public init(_ kind: Kind, needed: Int, allowed: Int) {
    self.kind = kind
    self.needed = needed
    self.allowed = allowed
  }

  public static let cancelled = LimitExceeded(.cancelled, needed: 0, allowed: 0)
}

extension Limits {
  /// Pixels that one image may take to decode in all, over its frames or scans. It follows from `pixels`, so that
  /// one number bounds both.
  public var work: Int {
    let (work, isTooMuch) = pixels.multipliedReportingOverflow(by: Self.largestImages)
    return isTooMuch ? .max : work
  }

  /// The least `pixels` of which `work` allows so many.
  public static func pixels(forWork needed: Int) -> Int {
    let (whole, rest) = needed.quotientAndRemainder(dividingBy: largestImages)
    return whole + (rest > 0 ? 1 : 0)
  }

  /// How many of the largest images `work` is.
  private static let largestImages = 16

  /// The least that a frame counts: decoding, composing and writing one has a cost of its own.
  private static let leastFramePixels = 128 * 128

  /// - Parameters:
  ///   - frames: how many are decoded, those included that others are composed over.
  ///   - size: of each.
  /// - Throws: `LimitExceeded` where they are more pixels than `work`.
  public func check(frames: Int, of size: PixelSize) throws(LimitExceeded) {
    // A single image is bounded by `pixels`.
    guard frames > 1 else { return }
    let (needed, isTooMuch) = frames.multipliedReportingOverflow(by: max(size.area, Self.leastFramePixels))
    guard !isTooMuch, needed <= work else {
      throw LimitExceeded(.work, needed: isTooMuch ? .max : needed, allowed: work)
    }
  }

  /// - Throws: `LimitExceeded` where an image of these sides is too large.
  public func check(width: Int, height: Int) throws(LimitExceeded) -> PixelSize {
    let longest = max(width, height)
    guard longest <= side, let size = PixelSize(width: width, height: height) else {
      throw LimitExceeded(.side, needed: longest, allowed: side)
    }
    guard size.area <= pixels else {
      throw LimitExceeded(.pixels, needed: size.area, allowed: pixels)
    }
    return size
  }

  /// - Throws: `LimitExceeded` where so many bytes are too many.
  public func check(memory needed: Int) throws(LimitExceeded) {
    guard needed <= memory else { throw LimitExceeded(.memory, needed: needed, allowed: memory) }
  }

  /// - Throws: `LimitExceeded.cancelled` once the caller has ended the work.
  public func checkCancellation() throws(LimitExceeded) {
    if let cancellation, cancellation.isCancelled { throw .cancelled }
  }
}

/// The bytes that an edit holds, counted against `Limits.memory`.
///
/// A value that goes one way: the interpreter adds what a script makes, the planner what it plans, and rendering what
/// it draws with. Counts are estimates of what is allocated: payloads, with the header of an allocation and the room
/// that a growing array keeps.
public struct MemoryAccount: Hashable, Sendable {
  public let limit: Int
  /// Below 0 while what is held is less than what does not count.
  public private(set) var used: Int

  /// - Parameter free: the first so many bytes do not count.
  public init(limit: Int, free: Int = 0) {
    // Every count is below the largest number by far: sums of a few do not overflow.
    self.limit = min(limit, 1 << 58)
    used = -free
  }

  /// Counts bytes that are about to be held. Fewer than 0 are given back.
  ///
  /// - Throws: `LimitExceeded` above the limit. The bytes stay counted: a run that is refused ends.
  public mutating func add(_ bytes: Int) throws(LimitExceeded) {
    used = used.adding(bytes)
    guard used <= limit else { throw LimitExceeded(.scriptMemory, needed: used, allowed: limit) }
  }

  /// - Throws: where there is no room for so many bytes more, which are held for a moment only.
  public func check(beside bytes: Int) throws(LimitExceeded) {
    let needed = used.adding(bytes)
    guard needed <= limit else { throw LimitExceeded(.scriptMemory, needed: needed, allowed: limit) }
  }

  /// The header of an allocation, and what the allocator adds and rounds up.
  public static let allocation = 48

  /// The bytes of an array that grows by doubling: half of it may be empty, or its old place not yet given back.
  public static func growing<Element>(_ count: Int, of type: Element.Type) -> Int {
    count.times(2 * MemoryLayout<Element>.stride)
  }
}

extension Int {
  /// The product, or the largest number where there is none.
  package func times(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// The sum, or the largest number where there is none.
  package func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The nearest whole number, or the largest where a number is beyond it; 0 for what is no number.
  package init(bounded value: Double) {
    self = value < 0x1p62 ? (value > -0x1p62 ? Int(value.rounded()) : -(1 << 62)) : value.isNaN ? 0 : .max
  }
}
