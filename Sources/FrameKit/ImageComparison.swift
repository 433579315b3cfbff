import FrameGeometry
import FrameCodec
import FrameCompare
import FrameEngine
import FrameFiles

/// A comparison of two images.
///
///     let result = try ImageComparison(expected: .file("golden.png"), actual: .file("screen.png")).run()
///     let isUnchanged = result.isSame
public struct ImageComparison: Sendable {
  /// The image that `actual` should be like.
  public var expected: ImageSource
  /// The other image.
  public var actual: ImageSource
  /// The tolerance. By default, every sample must match.
  public var tolerance = Tolerance.exact
  /// The formats of both images.
  public var formats = Formats.builtIn
  /// The resources that the comparison may use.
  public var limits = Limits()
  /// Ends the comparison early, from any thread.
  public var cancellation: Cancellation?

  public init(expected: ImageSource, actual: ImageSource, tolerance: Tolerance = .exact) {
    (self.expected, self.actual, self.tolerance) = (expected, actual, tolerance)
  }

  /// The result of comparing two images.
  public struct Result: Hashable, Sendable, CustomStringConvertible {
    /// True if the images have the same size, and the tolerance allows their difference.
    public let isSame: Bool
    /// The difference. If the sizes differ, nothing was compared, and it only has the sizes.
    public let difference: ImageDifference
    /// The result on one line: "differs: 153 of 60,000 pixels (0.26%) in 40 x 12 at 130,88, largest difference 61.6%".
    public let description: String

    init(_ result: ComparisonResult) {
      (isSame, difference, description) = (result.isSame, result.difference, result.summary)
    }
  }

  /// Compares the images.
  public func run() throws(EditError) -> Result {
    var all = limits
    all.cancellation = cancellation
    let pair = ImagePair(
      expected: try expected.opened(1, formats, all), actual: try actual.opened(2, formats, all))
    let result = try converting(pair.compare(ComparisonRequest(tolerance: tolerance, limits: all))) {
      (error: EditFailure) in EditError(error, at: .compare)
    }
    return Result(result)
  }

  /// Compares the images on a thread of its own. Canceling the task ends the call.
  public func run() async throws(EditError) -> Result {
    try await onThread(cancellation) { cancellation throws(EditError) in
      var comparison = self
      comparison.cancellation = cancellation
      return try comparison.run()
    }
  }
}

extension ImageSource {
  /// Returns the hash of the image's stored pixels, as `frameit hash` prints it: 64 hexadecimal digits. Files with the same
  /// pixels have the same hash, whatever their compression and metadata.
  ///
  /// - Parameters:
  ///   - formats: The formats of the image.
  ///   - limits: The resources that reading may use.
  public func pixelHash(formats: Formats = .builtIn, limits: Limits = Limits()) throws(EditError) -> String {
    let image = try opened(1, formats, limits)
    return try converting(image.pixelHash(limits: limits)) { (error: FileError) in
      EditError(error, at: .render)
    }
  }

  /// Returns the hash of the image's stored pixels, computed on a thread of its own. Canceling the task ends the call.
  public func pixelHash(
    formats: Formats = .builtIn, limits: Limits = Limits()
  ) async throws(EditError) -> String {
    try await onThread(nil) { cancellation throws(EditError) in
      var all = limits
      all.cancellation = cancellation
      return try pixelHash(formats: formats, limits: all)
    }
  }
}
