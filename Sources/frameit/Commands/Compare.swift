import ArgumentParser
import FrameCodec
import FrameCompare
import FrameKit
import FrameModel

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say whether two pictures are the same, and where they differ.",
    usage: "frameit compare EXPECTED ACTUAL [options]",
    discussion: """
      Exact, unless --threshold says otherwise: one sample that differs by one is a difference. Exits 0 where \
      they are the same, 1 where they differ, and 2 or more where that cannot be said.
      """)

  @Argument(help: "What is wanted; '-' is stdin.")
  var expected: String

  @Argument(help: "What there is; '-' is stdin.")
  var actual: String

  @Option(
    help: ArgumentHelp(
      "Colours as near as this count as equal, 0 to 1: pixelmatch's threshold, 0.1 is usual.", valueName: "t")
  )
  var threshold: Double?

  @Flag(help: "Excuse pixels that differ by the smoothing of edges alone.")
  var antialiasing = false

  @Option(
    name: .customLong("max-diff"),
    help: ArgumentHelp("So many differing pixels are still the same; with % of all.", valueName: "n|n%"))
  var maxDiff = DifferenceLimit.pixels(0)

  @Option(
    name: .customLong("hard-threshold"),
    help: ArgumentHelp(
      "A sample that differs by more than this share of its range is a difference, whatever --max-diff says.",
      valueName: "t"))
  var hardThreshold: Double?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("Do not look at this rectangle; may be given again.", valueName: "x,y,w,h"))
  var ignore: [PixelRect] = []

  @Option(
    help: ArgumentHelp("A picture of the same size whose black pixels are not looked at.", valueName: "file"))
  var mask: String?

  @Option(
    help: ArgumentHelp(
      "What lies under transparent pixels where colours are weighed; white unless given.", valueName: "colour"
    ))
  var background: Colour?

  @Flag(help: "Compare what pictures of different sizes have in common, from 0,0.")
  var pad = false

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp("A number to work out; may be given again.", valueName: "name"))
  var metric: [ComparisonMetric] = []

  @Option(
    name: .customLong("fuzz-align"),
    help: ArgumentHelp(
      "Lay one over the other where they fit best, at most this many pixels off (32 at most).", valueName: "n"
    ))
  var fuzzAlign: Int?

  @Option(help: ArgumentHelp("Where they differ, a picture of that.", valueName: "file"))
  var diff: String?

  @Option(
    name: .customLong("diff-as"),
    help: ArgumentHelp(
      "Red marks over the expected picture (overlay), all three beside each other (side-by-side), or both in turns "
        + "as an animated PNG (flicker).", valueName: "form"))
  var diffForm = DifferenceForm.overlay

  @Flag(help: "Replace the picture of the difference if it exists.")
  var force = false

  @Flag(help: "One JSON object.")
  var json = false

  @OptionGroup(title: "Showing") var showOptions: ShowOptions
  @OptionGroup(title: "Limits") var limitOptions: LimitOptions

  func validate() throws {
    if json, showOptions.isWanted {
      throw ValidationError("--show is for people, --json for programs: say one of them.")
    }
    for (name, value) in [("--threshold", threshold), ("--hard-threshold", hardThreshold)] {
      if let value, !(0...1).contains(value) { throw ValidationError("\(name) is a number from 0 to 1.") }
    }
    if expected == "-", actual == "-" { throw ValidationError("'-' is stdin, and can be one picture alone.") }
    if let fuzzAlign, !(1...PictureAlignment.farthest).contains(fuzzAlign) {
      throw ValidationError("--fuzz-align is a number of pixels from 1 to \(PictureAlignment.farthest).")
    }
    if let diff {
      guard let format = Path.fileExtension(diff), let codec = Codecs.all.codec(named: format) else {
        throw ValidationError("--diff \(diff): name a picture, such as diff.png.")
      }
      guard diffForm != .flicker || codec.format.holds.animation else {
        throw ValidationError("--diff-as flicker: \(codec.format.title) holds one frame alone; name a .png.")
      }
    }
  }

  func run() throws {
    let pair = PicturePair(
      expected: try picture(expected), actual: try picture(actual),
      mask: try mask.map { path throws(Failure) in try picture(path) })
    let target = try diff.map { try OutputFile($0, replaces: force) }
    let codec = diff.flatMap { Path.fileExtension($0) }.flatMap { Codecs.all.codec(named: $0) }
    var showing = showOptions.showing()
    let outcome: PicturePair.Outcome
    do throws(EditError) {
      outcome = try pair.compare(
        request,
        difference: target.flatMap { file in
          codec.map { DifferenceOutput(codec: $0, bytes: file.output, form: diffForm) }
        },
        onRow: showing == nil ? nil : { showing?.write($1, over: $2, of: $0) })
    } catch {
      throw failure(error)
    }
    let report = ComparisonReport(pair, request, outcome)
    if !report.isSame, case .compared(let difference) = outcome, difference.differing > 0 {
      try target?.commit()
    }
    if !report.isSame, let picture = showing?.bytes { Console.out(picture) }
    if !json, !report.identical { for notice in pair.notices { Console.warn(notice.wording.what) } }
    Console.report(report, json: json)
    if !report.isSame { throw Leave(status: .no) }
  }

  private var request: ComparisonRequest {
    var request = ComparisonRequest()
    request.tolerance = Tolerance(options, limit: maxDiff, reach: fuzzAlign)
    request.pads = pad
    request.limits = limitOptions.limits
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

  private func picture(_ path: String) throws(Failure) -> OpenPicture {
    let limits = limitOptions.limits
    return try InputFile(path, limit: limits.memory).picture(limits)
  }

  private func failure(_ error: EditError) -> Failure {
    if case .host(let problem as ComparisonError, _) = error { return Failure(.usage, problem.wording) }
    return Failure(error, writing: diff)
  }
}

extension ComparisonReport: Record {}
extension ComparisonMetric: ExpressibleByArgument {}
extension DifferenceForm: ExpressibleByArgument {}

extension Colour: ExpressibleByArgument {
  public init?(argument: String) {
    let colour = argument.hasPrefix("#") ? Colour(hex: argument.dropFirst()) : Colour(name: argument)
    guard let colour else { return nil }
    self = colour
  }
}

extension PixelRect: ExpressibleByArgument {
  /// `X,Y,W,H`
  public init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3], let size = PixelSize(width: width, height: height), x >= 0, y >= 0
    else { return nil }
    self.init(x: x, y: y, size: size)
  }
}

/// `12`, or `0.5%`
extension DifferenceLimit: ExpressibleByArgument {
  public init?(argument: String) {
    if argument.hasSuffix("%") {
      guard let share = Double(argument.dropLast()), (0...100).contains(share) else { return nil }
      self = .percent(share)
    } else {
      guard let count = Int(argument), count >= 0 else { return nil }
      self = .pixels(count)
    }
  }

  /// As the help shows it.
  public var defaultValueDescription: String {
    switch self {
    case .pixels(let count): "\(count)"
    case .percent(let share): "\(share)%"
    }
  }
}
