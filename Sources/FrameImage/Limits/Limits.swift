import FrameGeometry

/// The resources that an edit may use. All limits are finite by default and are checked from headers and scripts
/// before anything is allocated.
public struct Limits: Hashable, Sendable {
  /// The pixels of one image or canvas.
  public var pixels = 268_402_689
  /// The bytes that an edit holds at once: what its script makes, outlines and pixels (see `MemoryAccount`). A
  /// decoder's own memory is checked against it separately.
  public var memory = 1 << 30
  /// The width or height of an image or canvas.
  public var side = 65_535

  /// The layers of a script or a canvas.
  public var layers = 100_000
  /// The statements that a script runs, counting each round of a loop.
  public var statements = 1_000_000
  /// The touch events of an edit or of a recorded stream.
  public var touches = 10_000_000
  /// The fingers that are down at once.
  public var fingers = 1000
  /// The frames of an animation.
  public var frames = 10_000
  /// The UTF-8 bytes of a script, including the files that it includes.
  public var scriptBytes = 16 << 20
  /// The bytes of recorded touches: of all logs and streams of a script together.
  public var logBytes = 256 << 20
  /// The nesting depth of blocks, parentheses and lists.
  public var nesting = 64
  /// The UTF-8 bytes of one string that a script makes.
  public var stringBytes = 16 << 20
  /// The UTF-8 bytes of the name of a layer, a recognizer or a menu.
  public var nameBytes = 1024
  /// The bytes of a font file.
  public var fontBytes = 64 << 20

  /// The bytes of a report: what the script says, and its failed expectations. A batch holds the reports of edits
  /// that wait for an earlier one.
  package var reportBytes: Int { max(memory / Self.reportsInMemory, 1 << 16) }

  /// The number of the longest reports that fill all of `memory`.
  package static let reportsInMemory = 64

  /// Ends the work early; nil for work that runs to completion.
  package var cancellation: Cancellation?

  public init() {}
}

/// A limit that was exceeded, with the needed and the allowed amount.
public struct LimitExceeded: Error, Hashable, Sendable {
  /// The kind of a limit, by the property of `Limits` that sets it.
  public enum Kind: Hashable, Sendable {
    case pixels, work, memory, side, layers, statements, touches, fingers, frames
    case scriptBytes, logBytes, nesting, recursion, fontBytes, stringBytes, nameBytes, reportBytes
    /// The bytes that a script makes. They are counted while it runs, so more is needed than the amount says.
    case scriptMemory
    /// The blur of a shadow, in output pixels.
    case blur
    /// The radius of a blur or an unsharp mask, or the side of a square, in output pixels.
    case radius
    /// The distance at which an effect of a plugin sees other pixels, in output pixels.
    case reach
    /// How many times something in perspective is larger than it is.
    case enlargement
    /// The bytes of metadata.
    case metadata
    /// The bytes of an output, at the lowest quality.
    case outputBytes
    /// Parts of an image, by the name its format has for them.
    case parts(String)
    /// The caller ended the work; the amounts are 0.
    case cancelled
    /// The system has no memory left; the amounts are 0.
    case systemMemory
  }

  /// The kind of the limit.
  public var kind: Kind
  /// The amount that the work needed, or a lower bound of it.
  public var needed: Int
  /// The amount that the limit allows.
  public var allowed: Int

  package init(_ kind: Kind, needed: Int, allowed: Int) {
    self.kind = kind
    self.needed = needed
    self.allowed = allowed
  }

  package static let cancelled = LimitExceeded(.cancelled, needed: 0, allowed: 0)
  package static let outOfMemory = LimitExceeded(.systemMemory, needed: 0, allowed: 0)
}

extension Limits {
  /// The pixels that decoding one image may take in all, over its frames or scans. It follows from `pixels`, so one
  /// number sets both.
  package var work: Int { pixels.times(Self.largestImages) }

  /// Returns the least `pixels` for which `work` allows `needed`.
  package static func pixels(forWork needed: Int) -> Int {
    let (whole, rest) = needed.quotientAndRemainder(dividingBy: largestImages)
    return whole + (rest > 0 ? 1 : 0)
  }

  /// `work` as a number of images with the maximum size.
  private static let largestImages = 16

  /// The least that a frame counts, because decoding, compositing and encoding a frame has a fixed cost.
  private static let leastFramePixels = 128 * 128

  /// - Parameters:
  ///   - frames: the number of decoded frames, including those that others are composited over.
  ///   - size: the size of each frame.
  /// - Throws: `LimitExceeded` for more pixels than `work`.
  package func check(frames: Int, of size: PixelSize) throws(LimitExceeded) {
    // `pixels` is the limit for a single image.
    guard frames > 1 else { return }
    let (needed, isTooMuch) = frames.multipliedReportingOverflow(by: max(size.area, Self.leastFramePixels))
    guard !isTooMuch, needed <= work else {
      throw LimitExceeded(.work, needed: isTooMuch ? .max : needed, allowed: work)
    }
  }

  /// - Throws: `LimitExceeded` if an image with these sides is too large.
  package func check(width: Int, height: Int) throws(LimitExceeded) -> PixelSize {
    let longest = max(width, height)
    guard longest <= side, let size = PixelSize(width: width, height: height) else {
      throw LimitExceeded(.side, needed: longest, allowed: side)
    }
    guard size.area <= pixels else {
      throw LimitExceeded(.pixels, needed: size.area, allowed: pixels)
    }
    return size
  }

  /// - Throws: `LimitExceeded` if this is more than `memory`.
  package func check(memory needed: Int) throws(LimitExceeded) {
    guard needed <= memory else { throw LimitExceeded(.memory, needed: needed, allowed: memory) }
  }

  /// - Throws: `LimitExceeded.cancelled` once the caller has ended the work.
  package func checkCancellation() throws(LimitExceeded) {
    if let cancellation, cancellation.isCancelled { throw .cancelled }
  }

  /// Does work that the cancellation can end.
  ///
  /// - Parameter subject: The name of the image or the script that is worked on.
  package func working<R, E: Error>(on subject: String, _ body: () throws(E) -> R) throws(E) -> R {
    guard let cancellation else { return try body() }
    cancellation.begin(subject)
    defer { cancellation.end(subject) }
    return try body()
  }
}

/// The bytes that an edit holds, counted against `Limits.memory`.
///
/// It is a value that is passed on: the interpreter adds what a script makes, the planner what it plans, and
/// rendering what it draws with. Counts are estimates of allocations: the payload, the header of an allocation, and
/// the spare capacity of a growing array.
package struct MemoryAccount: Equatable, Sendable {
  package let limit: Int
  /// Below 0 while the free bytes are not used up.
  package private(set) var used: Int

  /// - Parameter free: the number of bytes that do not count.
  package init(limit: Int, free: Int = 0) {
    // Counts are far below the largest integer, so sums of a few do not overflow.
    self.limit = min(limit, 1 << 58)
    used = -free
  }

  /// Counts bytes before they are allocated. A negative number returns bytes.
  ///
  /// - Throws: `LimitExceeded` above the limit. The bytes stay counted, because the edit ends.
  package mutating func add(_ bytes: Int) throws(LimitExceeded) {
    used = used.adding(bytes)
    guard used <= limit else { throw LimitExceeded(.scriptMemory, needed: used, allowed: limit) }
  }

  /// - Throws: `LimitExceeded` if there is no room for temporary memory of this size.
  package func check(beside bytes: Int) throws(LimitExceeded) {
    let needed = used.adding(bytes)
    guard needed <= limit else { throw LimitExceeded(.scriptMemory, needed: needed, allowed: limit) }
  }
}
