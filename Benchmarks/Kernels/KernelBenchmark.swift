import ArgumentParser
import FrameImage
import FrameRender

@main
struct KernelBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kernel-benchmark",
    abstract: "Times the renderer alone, in process, on an image of noise.",
    discussion: "See Benchmarks/README.md.")

  @Option(name: .customLong("case"), help: "Cases whose names contain this alone.")
  var text = ""

  @Option(help: "Runs of each case, after one that warms up; their median counts.")
  var runs = 5

  @Option(help: "How many threads may work.")
  var jobs = 1

  @Option(
    name: .customLong("kernel"),
    help: "One of: \(InstructionSet.available.map(\.name).joined(separator: " ")).",
    transform: version(named:))
  var kernels = InstructionSet.fastest

  @Flag(help: "One JSON object a case.")
  var json = false

  @Flag(help: "The cases' names alone.")
  var list = false

  func validate() throws {
    guard runs > 0, jobs > 0 else { throw ValidationError("--runs and --jobs take numbers, 1 or more.") }
  }

  func run() throws {
    // Making noise takes longer than drawing it: one image a format.
    var bitmaps: [PixelFormat: Bitmap] = [:]
    for item in Case.all where item.name.contains(text) {
      if list {
        print(item.name)
        continue
      }
      let bitmap = bitmaps[item.plan.output] ?? noise(item.plan.output)
      bitmaps[item.plan.output] = bitmap
      report(item, seconds: try measure(item, bitmap))
    }
  }

  /// The only place that knows how the renderer is called.
  private func render(_ plan: RenderPlan, _ bitmap: Bitmap) throws {
    var sink = DroppingSink()
    try Renderer(plan, kernels: kernels, jobs: jobs).render([bitmap], into: &sink)
  }

  private func measure(_ item: Case, _ bitmap: Bitmap) throws -> Double {
    try render(item.plan, bitmap)
    let times = try (0..<runs).map { _ in
      try ContinuousClock().measure { try render(item.plan, bitmap) }
    }
    return times.sorted()[runs / 2] / .seconds(1)
  }

  private func report(_ item: Case, seconds: Double) {
    // Pixels of the larger side: what a reduction reads, what an enlargement writes.
    let pixels = max(item.plan.window.size.area, Case.width * Case.height)
    let rate = Double(pixels) / seconds / 1e6
    if json {
      print(#"{"case":"\#(item.name)","megapixelsPerSecond":\#(rate),"seconds":\#(seconds)}"#)
    } else {
      let padding = String(repeating: " ", count: max(1, 30 - item.name.count))
      print("\(item.name)\(padding)\((rate * 10).rounded() / 10) MP/s")
    }
  }

  private static func version(named name: String) throws -> InstructionSet {
    guard let version = InstructionSet(named: name) else {
      throw ValidationError("There is no kernel '\(name)' here.")
    }
    return version
  }
}
