import ArgumentParser
import FrameCodec
import FrameCompare
import FrameKit
import FrameModel

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say whether two images are the same, and where they differ.",
    usage: "frameit compare EXPECTED ACTUAL [options]",
    discussion: """
      Exact, unless --threshold says otherwise: one sample that differs by one is a difference, also under pixels \
      that are wholly transparent. Exits 0 where they are the same, 1 where they differ, and 2 or more where that \
      cannot be said. Files that are the same byte for byte are the same; of these only the headers are read.
      """)

  @Argument(help: "What is wanted; '-' is stdin.", completion: .file())
  var expected: InputSource

  @Argument(help: "What there is; '-' is stdin.", completion: .file())
  var actual: InputSource

  @Option(
    help: ArgumentHelp(
      "Colors as near as this count as equal, 0 to 1: pixelmatch's threshold, 0.1 is usual.", valueName: "t"),
    transform: OptionValue.share)
  var threshold: Double?

  @Flag(help: "Excuse pixels that differ by the smoothing of edges alone.")
  var antialiasing = false

  @Option(
    name: .customLong("max-diff"),
    help: ArgumentHelp(
      "So many differing pixels are still the same; with % of those that are looked at. None unless given.",
      valueName: "n|n%"),
    transform: OptionValue.reading({ DifferenceLimit(argument: $0) }, DifferenceLimit.valid))
  var maxDiff: DifferenceLimit?

  @Option(
    name: .customLong("hard-threshold"),
    help: ArgumentHelp(
      "A sample that differs by more than this share of its range is a difference, whatever --max-diff says.",
      valueName: "t"),
    transform: OptionValue.share)
  var hardThreshold: Double?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Do not look at this rectangle; may be given again.", valueName: "x,y,w,h"),
    transform: OptionValue.reading({ PixelRect(argument: $0) }, PixelRect.valid))
  var ignore: [PixelRect] = []

  @Option(
    help: ArgumentHelp("An image of the same size whose black pixels are not looked at.", valueName: "file"),
    completion: .file())
  var mask: InputSource?

  @Option(
    help: ArgumentHelp(
      "What lies under transparent pixels where colors are weighed; white unless given.", valueName: "color"
    ),
    transform: OptionValue.reading({ Color(argument: $0) }, Color.valid))
  var background: Color?

  @Flag(help: "Compare what images of different sizes have in common, from 0,0.")
  var pad = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("A number to work out; may be given again.", valueName: "name"))
  var metric: [ComparisonMetric] = []

  @Option(
    name: .customLong("fuzz-align"),
    help: ArgumentHelp(
      "Lay one over the other where they fit best, at most this many pixels off (32 at most).", valueName: "n"
    ),
    transform: NumberRange.alignment.option)
  var fuzzAlign: Int?

  @Option(
    help: ArgumentHelp("Where they differ, an image of that.", valueName: "file"), completion: .file())
  var diff: String?

  @Option(
    name: .customLong("diff-as"),
    help: ArgumentHelp(
      "Red marks over the expected image (overlay), all three beside each other (side-by-side), or both in turns "
        + "as an animated PNG (flicker). Overlay unless given.", valueName: "form"))
  var diffForm: DifferenceForm?

  @Flag(help: "Replace the image of the difference if it exists; where there is none to write, remove it.")
  var force = false

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup(title: "Showing") var showOptions: DisplayOptions
  @OptionGroup(title: "Limits") var reading: InputOptions

  func validate() throws {
    if json, showOptions.isWanted {
      throw ValidationError("--show is for people, --json for programs: say one of them.")
    }
    if diff == nil, force { throw ValidationError("--force goes with --diff.") }
    if diff == nil, diffForm != nil { throw ValidationError("--diff-as goes with --diff.") }
    if let diff {
      guard let format = FilePath.fileExtension(diff), let codec = Codecs.all.codec(named: format) else {
        throw ValidationError("--diff \(diff): name an image, such as diff.png.")
      }
      guard diffForm != .flicker || codec.format.capabilities.animation else {
        throw ValidationError("--diff-as flicker: \(codec.format.title) holds one frame alone; name a .png.")
      }
    }
  }

  func run() throws {
    try InputSource.checkStdin(["image": [expected, actual, mask].compactMap(\.self)])
    let pair = ImagePair(
      expected: try image(expected), actual: try image(actual),
      mask: try mask.map { mask throws(Failure) in try image(mask) })
    let target = try diff.map { path throws(Failure) in
      try OutputFile(path, replaces: force, option: "--diff", isSure: false)
    }
    let codec = diff.flatMap { FilePath.fileExtension($0) }.flatMap { reading.codecs.codec(named: $0) }
    var showing = showOptions.showing()
    let outcome: ImagePair.Outcome
    do throws(EditError) {
      outcome = try pair.compare(
        request,
        difference: target.flatMap { file in
          codec.map { DifferenceOutput(codec: $0, bytes: file.output, form: diffForm ?? .overlay) }
        },
        onRow: showing == nil ? nil : { showing?.write($1, over: $2, of: $0) })
    } catch {
      throw Failure(error, writing: diff, canSalvage: false)
    }
    let report = ComparisonReport(pair, request, outcome)
    if !report.isSame, case .compared(let difference) = outcome, difference.differing > 0 {
      try target?.commit()
    } else if force, let diff {
      removeImage(diff)
    }
    if !report.isSame, let image = showing?.bytes { Console.out(image) }
    if !json { for notice in report.notices { Console.warn(notice) } }
    Console.report(report, json: json)
    if !report.isSame { throw ExitRequest(status: .no) }
  }

  private var request: ComparisonRequest {
    var request = ComparisonRequest()
    request.tolerance = Tolerance(options, limit: maxDiff ?? .pixels(0), reach: fuzzAlign)
    request.pads = pad
    request.limits = reading.startLimits()
    request.jobs = Processors.available
    return request
  }

  private var options: ComparisonOptions {
    var options = ComparisonOptions()
    options.threshold = threshold
    options.ignoresAntialiasing = antialiasing
    options.ignored = ignore
    options.hardThreshold = hardThreshold
    options.ground = background ?? .white
    options.metrics = Set(metric)
    return options
  }

  private func image(_ source: InputSource) throws(Failure) -> OpenImage {
    let limits = reading.startLimits()
    let file = try InputFile(source, limit: .memory(limits))
    if let diff, let identity = file.identity, identity == OutputFile.identity(of: diff) {
      throw Failure(.usage, "--diff \(diff.printable) is one of the images", note: "name another file")
    }
    return try file.image(limits, reading.codecs, canSalvage: false)
  }

  /// An older run's image, which would be taken for this one's. What is no image is no run's.
  private func removeImage(_ path: String) {
    let limits = reading.startLimits()
    guard OutputFile.isRegular(path), let file = try? InputFile(.file(path), limit: .memory(limits)),
      (try? file.image(limits, reading.codecs)) != nil
    else { return }
    OutputFile.remove(path)
  }
}

extension ComparisonReport: Record {
  var lines: [String] { [line] }
}
extension ComparisonMetric: ExpressibleByArgument {}
extension DifferenceForm: ExpressibleByArgument {}

extension Color {
  static let valid = "a name, such as white, or #rgb, #rrggbb, #rrggbbaa"

  init?(argument: String) {
    let color = argument.hasPrefix("#") ? Color(hex: argument.dropFirst()) : Color(name: argument)
    guard let color else { return nil }
    self = color
  }
}

extension PixelRect {
  static let valid = """
    X,Y,W,H: the left upper corner, from -1000000000 to 1000000000, and the size, from 1 to \(PixelSize.maximumSide), \
    in pixels, such as 0,0,120,24
    """

  /// `X,Y,W,H`
  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { NumberRange.coordinate.number($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3], let size = PixelSize(width: width, height: height)
    else { return nil }
    self.init(x: x, y: y, size: size)
  }
}

extension DifferenceLimit {
  static let valid = "a number of pixels from 0, such as 12, or a percentage from 0% to 100%, such as 0.5%"

  init?(argument: String) {
    if argument.hasSuffix("%") {
      guard let share = Double(argument.dropLast()), (0...100).contains(share) else { return nil }
      self = .percent(share)
    } else {
      guard let count = NumberRange.pixelCount.number(argument) else { return nil }
      self = .pixels(count)
    }
  }
}
