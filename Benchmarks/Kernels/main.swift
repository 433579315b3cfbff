// Times the renderer alone, in process: `kernel-benchmark [--json] [--runs N] [--case TEXT] [--list]`.
// `--case` keeps the cases whose names contain the text. See Benchmarks/README.md.

import FrameModel
import FrameRender

var isJSON = false
var isList = false
var runs = 5
var wanted = ""
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  switch word {
  case "--json": isJSON = true
  case "--list": isList = true
  case "--runs": runs = words.popFirst().flatMap(Int.init).map { max(1, $0) } ?? runs
  case "--case": wanted = words.popFirst() ?? ""
  default: fatalError("unknown option \(word)")
  }
}

/// One thread: the only line that knows how the renderer is called.
func render(_ plan: RenderPlan, _ bitmap: Bitmap) throws {
  var sink = DroppingSink()
  try Renderer(plan).render([bitmap], into: &sink)
}

/// The bitmap that was made last: making noise takes longer than drawing it.
var (format, bitmap) = (PixelFormat.rgba8, noise(.rgba8))
let clock = ContinuousClock()
for item in Case.all where item.name.contains(wanted) {
  if isList {
    print(item.name)
    continue
  }
  if item.plan.output != format { (format, bitmap) = (item.plan.output, noise(item.plan.output)) }
  // Once to warm up; then the median.
  try render(item.plan, bitmap)
  let times = try (0..<runs).map { _ in try clock.measure { try render(item.plan, bitmap) } }.sorted()
  let seconds = times[runs / 2] / .seconds(1)
  // Pixels of the larger side: what a reduction reads, what an enlargement writes.
  let pixels = max(item.plan.window.size.area, bitmap.size.area)
  let rate = Double(pixels) / seconds / 1e6
  if isJSON {
    print(#"{"case":"\#(item.name)","megapixelsPerSecond":\#(rate),"seconds":\#(seconds)}"#)
  } else {
    let padding = String(repeating: " ", count: max(1, 30 - item.name.count))
    print("\(item.name)\(padding)\((rate * 10).rounded() / 10) MP/s")
  }
}
