/// What a run may use. All are finite by default and are checked from headers and scripts, before
/// anything is allocated.
public struct Limits: Hashable, Sendable {
  /// Pixels of one picture or canvas.
  public var pixels = 268_402_689
  /// Bytes of pixels that are held at once; and, by itself, what a decoder keeps beside them.
  public var memory = 1 << 30
  /// Width or height of a picture or canvas.
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
  public var nesting = 64
  /// Bytes of a font file.
  public var fontBytes = 64 << 20

  /// Ends the work early; nil for work that runs to its end.
  public var cancellation: Cancellation?

  public init() {}
}

/// A limit that would be passed: which, by what, and what was allowed.
public struct LimitExceeded: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case pixels, work, memory, side, layers, statements, touches, fingers, frames, scriptBytes, nesting,
      recursion,
      fontBytes
    /// Of a shadow, in output pixels.
    case blur
    /// Bytes of metadata.
    case metadata
    /// Parts that a picture's format has, by the format's own word for them.
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
  /// Pixels that one picture may take to decode in all, over its frames or scans. It follows from `pixels`, so that
  /// one number bounds both.
  public var work: Int {
    let (work, isTooMuch) = pixels.multipliedReportingOverflow(by: Self.largestPictures)
    return isTooMuch ? .max : work
  }

  /// The least `pixels` of which `work` allows so many.
  public static func pixels(forWork needed: Int) -> Int {
    let (whole, rest) = needed.quotientAndRemainder(dividingBy: largestPictures)
    return whole + (rest > 0 ? 1 : 0)
  }

  /// How many of the largest pictures `work` is.
  private static let largestPictures = 16

  /// The least that a frame counts: decoding, composing and writing one has a cost of its own.
  private static let leastFramePixels = 128 * 128

  /// - Parameters:
  ///   - frames: how many are decoded, those included that others are composed over.
  ///   - size: of each.
  /// - Throws: `LimitExceeded` where they are more pixels than `work`.
  public func check(frames: Int, of size: PixelSize) throws(LimitExceeded) {
    // A single picture is bounded by `pixels`.
    guard frames > 1 else { return }
    let (needed, isTooMuch) = frames.multipliedReportingOverflow(by: max(size.area, Self.leastFramePixels))
    guard !isTooMuch, needed <= work else {
      throw LimitExceeded(.work, needed: isTooMuch ? .max : needed, allowed: work)
    }
  }

  /// - Throws: `LimitExceeded` where a picture of these sides is too large.
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
