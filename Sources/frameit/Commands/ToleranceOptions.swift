import ArgumentParser
import FrameBatch
import FrameCompare
import FrameFiles
import FrameImage

/// The options of `compare` that decide which pixels differ, and how many may.
struct ToleranceOptions: ParsableArguments {
  @Option(
    "t", "Color distance up to which pixels count as equal, from 0 to 1, as in pixelmatch; 0.1 is usual.",
    transform: OptionValue.share)
  var threshold: Double?

  @Flag("Ignore pixels that differ only by antialiasing.")
  var antialiasing = false

  @Option("n|n%", "Number of pixels that may differ, or a percentage of the compared pixels. (default: 0)")
  var maxDiff: DifferenceLimit?

  @Option(
    "t", "Fail if any sample differs by more than this fraction of its range, whatever --max-diff allows.",
    transform: OptionValue.share)
  var hardThreshold: Double?

  @Option("x,y,w,h", "Ignore this rectangle. Can be repeated.", transform: OptionValue.argument)
  var ignore: [PixelRect] = []

  @Option(file: "Ignore the pixels that are black in this image of the same size.")
  var mask: InputSource?

  @Option("color", "Color behind transparent pixels when color distances are measured. (default: white)")
  var background: Color?

  @Flag("Allow different sizes: compare only the common area, starting at 0,0.")
  var pad = false

  @Option("name", "Also compute this metric. Can be repeated.")
  var metric: [ComparisonMetric] = []

  @Option(
    "metric=value",
    "Fail if this metric is below this value: \(MetricLimit.Side.min.examples). Can be repeated. Then pixels "
      + "may differ, unless --max-diff is given.",
    name: .customLong("min"), transform: OptionValue.limit(.min))
  var minima: [MetricLimit] = []

  @Option(
    "metric=value",
    "Fail if this metric is above this value: \(MetricLimit.Side.max.examples). Can be repeated.",
    name: .customLong("max"), transform: OptionValue.limit(.max))
  var maxima: [MetricLimit] = []

  @Option(
    "n", "Before comparing, shift the actual image by up to this many pixels (1 to 32) to align it.",
    in: .alignment)
  var fuzzAlign: Int?

  @Option(
    "lines",
    "Align lines before comparing: an added or removed row or column is one change, and the others are "
      + "compared with each other. One of \(Tolerance.Alignment.allowedValues). (default: both for folders, "
      + "else off)")
  var align: Tolerance.Alignment?

  @Flag("Also compare the HDR gain maps of the images; without it, only what SDR screens show is compared.")
  var gainMap = false

  func validate() throws {
    if align != nil, fuzzAlign != nil {
      throw ValidationError("--align cannot be combined with --fuzz-align.")
    }
  }

  /// Returns the tolerance.
  ///
  /// - Parameter alignment: The alignment if no option sets one.
  func tolerance(aligning alignment: Tolerance.Alignment) -> Tolerance {
    var tolerance = Tolerance(
      options, limit: maxDiff, alignment: fuzzAlign.map { .shift(upTo: $0) } ?? align ?? alignment)
    tolerance.metricLimits = minima + maxima
    tolerance.comparesGainMaps = gainMap
    return tolerance
  }

  private var options: ComparisonOptions {
    var options = ComparisonOptions()
    options.threshold = threshold
    options.ignoresAntialiasing = antialiasing
    options.ignored = ignore
    options.hardThreshold = hardThreshold
    options.background = background ?? .white
    options.metrics = Set(metric)
    return options
  }

  /// The options, each with whether it is given.
  var given: [(name: String, isGiven: Bool)] {
    [
      ("--threshold", threshold != nil), ("--antialiasing", antialiasing), ("--max-diff", maxDiff != nil),
      ("--hard-threshold", hardThreshold != nil), ("--ignore", !ignore.isEmpty), ("--mask", mask != nil),
      ("--background", background != nil), ("--pad", pad), ("--metric", !metric.isEmpty),
      ("--min", !minima.isEmpty), ("--max", !maxima.isEmpty), ("--fuzz-align", fuzzAlign != nil),
      ("--align", align != nil), ("--gain-map", gainMap),
    ]
  }
}

extension ComparisonMetric: ExpressibleByArgument {}
