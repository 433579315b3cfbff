import ArgumentParser
import FrameCodec
import FrameGeometry
import FrameImage
import FrameEngine
import FrameKit
import FramePlan
import FrameRender
import PNGCodec
import Platform

/// Measures how much a call of the library costs beside the renderer that it calls.
@main
struct LibraryBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library-benchmark",
    abstract: "Compare FrameKit's calls with the renderer alone, and measure the memory of many edits.")

  @Option(help: "The number of runs of each case. The median counts.")
  var runs = 101

  @Option(help: "The number of small edits whose memory is measured.")
  var edits = 10_000

  func validate() throws {
    guard runs > 0, edits > 0 else { throw ValidationError("--runs and --edits are at least 1.") }
  }

  func run() throws {
    let bitmap = Self.noise(1080, 1080)
    for (name, script) in [("copy", ""), ("rotate 3deg", "rotate 3deg")] {
      let edit = try Edit(script: script)
      let plan = try Self.plan(script, bitmap)
      try compare(
        name, alone: { try Self.render(plan, bitmap) },
        library: { try edit.apply(to: .bitmap(bitmap)).render().pixels })
      var layer = Layer.image(.bitmap(bitmap))
      layer.transform = name == "copy" ? .identity : AffineTransform(rotation: .degrees(3))
      let canvas = Canvas(width: 1080, height: 1080, layers: [layer])
      try compare(
        name + ", canvas", alone: { try Self.render(plan, bitmap) }, library: { try canvas.render().pixels })
    }
    let small = Self.noise(64, 48)
    let edit = try Edit(script: "canvas 32,32; rotate 20deg")
    let before = Self.residentKilobytes
    for _ in 0..<edits { _ = try edit.apply(to: .bitmap(small)).render() }
    print("\(edits) small edits: \(Self.residentKilobytes) KiB resident, \(before) KiB before them")
  }

  /// Measures two ways to the same pixels in alternation, and prints their medians.
  private func compare(_ name: String, alone: () throws -> Bitmap, library: () throws -> Bitmap) throws {
    guard try alone() == library() else { throw ValidationError("\(name): the pixels differ.") }
    let clock = ContinuousClock()
    var (first, second): ([Double], [Double]) = ([], [])
    for _ in 0..<runs {
      first.append(try clock.measure { _ = try alone() } / .microseconds(1))
      second.append(try clock.measure { _ = try library() } / .microseconds(1))
    }
    let (a, b) = (first.sorted()[runs / 2], second.sorted()[runs / 2])
    // Pairs of neighboring runs share the machine's current speed, so the median of their differences is steadier.
    let difference = zip(first, second).map { $1 - $0 }.sorted()[runs / 2]
    print(
      "\(name): renderer \(a.rounded()) us, library \(b.rounded()) us, difference \(difference.rounded()) us")
  }

  private static func render(_ plan: RenderPlan, _ bitmap: Bitmap) throws -> Bitmap {
    var output = Bitmap(size: plan.window.size, format: plan.output)
    try Renderer(plan).render([bitmap], into: &output)
    return output
  }

  /// Returns the plan of the library's call.
  private static func plan(_ script: String, _ bitmap: Bitmap) throws -> RenderPlan {
    let editor = Editor(codecs: CodecList(CodecList.builtIn))
    return try editor.prepare(
      ScriptScene(try editor.parse(script, name: "script")), images: SourceHost(sources: [.bitmap(bitmap)]),
      output: OutputRequest(codec: PNGCodec(), lossless: .never)
    ).plan
  }

  private static func noise(_ width: Int, _ height: Int) -> Bitmap {
    var numbers = SplitMix64(seed: 1)
    var bitmap = Bitmap(size: PixelSize(width: width, height: height)!, format: .rgb8)
    for y in 0..<height {
      for x in 0..<width {
        let number = numbers.next()
        for channel in 0..<3 { bitmap[x, y, channel] = Int(number >> (8 * UInt64(channel)) & 255) }
      }
    }
    return bitmap
  }

  /// The resident memory of this process, from /proc/self/statm (proc(5)), in pages of 4 KiB.
  private static var residentKilobytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = fread(&bytes, 1, bytes.count, file)
    let fields = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4 : 0
  }
}
