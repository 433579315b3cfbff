import FrameCodec
import FrameCompare
import FrameEngine
import FrameFiles
import FrameImage
import FrameLayers

/// The result of comparing two images.
public struct Comparison: Hashable, Sendable, CustomStringConvertible {
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

/// Compares two images.
///
/// - Parameters:
///   - expected: The image that `actual` should be like.
///   - actual: The other image.
///   - options: The tolerance. By default, every sample must match.
///   - formats: The formats of both images.
///   - limits: The resources that the comparison may use.
/// - Throws: `EditError`
public func compare(
  _ expected: ImageSource, _ actual: ImageSource, options: Tolerance = .exact, formats: Formats = .builtIn,
  limits: Limits = Limits()
) throws(EditError) -> Comparison {
  let request = ComparisonRequest(tolerance: options, limits: limits)
  let pair = ImagePair(
    expected: try open(expected, 1, formats, limits), actual: try open(actual, 2, formats, limits))
  do throws(EditFailure) {
    return Comparison(try pair.compare(request))
  } catch {
    throw EditError(error, at: .compare, files: [])
  }
}

/// Returns the hash of an image's stored pixels, as `frameit hash` prints it: 64 hexadecimal digits. Files with the same
/// pixels have the same hash, whatever their compression and metadata.
///
/// - Parameters:
///   - image: The image.
///   - formats: The formats of the image.
///   - limits: The resources that reading may use.
/// - Throws: `EditError`
public func pixelHash(
  of image: ImageSource, formats: Formats = .builtIn, limits: Limits = Limits()
) throws(EditError) -> String {
  let image = try open(image, 1, formats, limits)
  do throws(InputError) {
    return try image.pixelHash(limits: limits)
  } catch {
    throw EditError(.render, .input(error.name), EditError.Cause(error.problem))
  }
}

private func open(
  _ source: ImageSource, _ number: Int, _ formats: Formats, _ limits: Limits
) throws(EditError) -> OpenImage {
  do throws(InputError) {
    return try OpenImage(source.open(number: number), codecs: formats.codecs, limits: limits)
  } catch {
    throw EditError(.open, .input(error.name), EditError.Cause(error.problem))
  }
}
