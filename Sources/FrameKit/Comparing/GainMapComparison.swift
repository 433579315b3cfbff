import FrameCodec
import FrameCompare
import FrameImage

extension ImagePair {
  /// Compares the gain maps of the images, as strictly as their pixels.
  ///
  /// Ignored rectangles, masks, metrics and alignments are those of the images, so they do not apply.
  ///
  /// - Throws: `EditFailure` of an image.
  func compareGainMaps(_ request: ComparisonRequest) throws(EditFailure) -> GainMapDifference {
    let stored = (expected.header.gainMap, actual.header.gainMap)
    guard stored.0 != nil || stored.1 != nil else { return .none }
    guard let first = stored.0 else { return .onlyActual }
    guard let second = stored.1 else { return .onlyExpected }
    guard first.parameters == second.parameters else { return .parameters }
    var own = request
    own.namesChanges = false
    own.tolerance = Tolerance(request.tolerance.options, limit: request.tolerance.limit)
    (own.tolerance.options.ignored, own.tolerance.options.metrics) = ([], [])
    let maps: (expected: OpenImage?, actual: OpenImage?)
    do throws(InputError) {
      maps = (try expected.openGainMap(), try actual.openGainMap())
    } catch {
      throw .input(error, at: nil)
    }
    guard let expected = maps.expected, let actual = maps.actual else { return .none }
    return .compared(try ImagePair(expected: expected, actual: actual).compare(own))
  }
}
