import ArgumentParser
import FrameImage
import FramePlan
import FrameRender

@main
struct KernelBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kernel-benchmark",
    abstract: "Measure the renderer on an image of noise, without decoding or encoding.",
    discussion: "See Benchmarks/README.md.")

  @Option(name: .customLong("case"), help: "Run only the cases whose names contain this text.")
  var text = ""

  @Option(help: "The number of timed runs of each case, after one warm-up run. The median is reported.")
  var runs = 5

  @Option(help: "The number of threads.")
  var jobs = 1

  @Option(
    name: .customLong("kernel"),
    help:
      "The instruction set of the kernels: \(InstructionSet.available.map(\.name).joined(separator: " ")).",
    transform: instructionSet(named:))
  var kernels = InstructionSet.fastest

  @Flag(help: "Print one JSON object per case.")
  var json = false

  @Flag(help: "Print only the names of the cases.")
  var list = false

  func validate() throws {
    guard runs > 0, jobs > 0 else { throw ValidationError("--runs and --jobs must be at least 1.") }
  }

  func run() throws {
    // Generating noise takes longer than drawing it, so all cases of a pixel format share one image.
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

  /// Renders a plan. Only this function calls the renderer.
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
    // The pixels read or the pixels written, whichever are more: a reduction reads more than it writes.
    let pixels = max(item.plan.window.size.area, Case.width * Case.height)
    let rate = Double(pixels) / seconds / 1e6
    if json {
      print(#"{"case":"\#(item.name)","megapixelsPerSecond":\#(rate),"seconds":\#(seconds)}"#)
    } else {
      let padding = String(repeating: " ", count: max(1, 30 - item.name.count))
      print("\(item.name)\(padding)\((rate * 10).rounded() / 10) MP/s")
    }
  }

  private static func instructionSet(named name: String) throws -> InstructionSet {
    guard let instructionSet = InstructionSet(named: name) else {
      throw ValidationError("This processor does not support the instruction set '\(name)'.")
    }
    return instructionSet
  }
}
