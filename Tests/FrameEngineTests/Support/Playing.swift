import FrameCodec
import FrameEngine
import FrameGeometry
import FrameImage
import FrameReports
import FrameScene
import FrameScript
import TestSupport
import Testing

/// The result of a dry run, with images of 300 by 300 by default.
struct Played {
  let result: Interpreter.Result
  /// The lines that `trace` prints.
  let trace: [String]

  func layer(_ name: String = "photo") throws -> SceneLayer {
    result.scene.layers[try #require(result.scene.index(of: name))]
  }

  func transform(_ name: String = "photo") throws -> AffineTransform { try layer(name).state.transform }

  /// The transitions of the trace, such as "pan began".
  var transitions: [String] {
    trace.map { $0.split(separator: " ").dropFirst().prefix(2).joined(separator: " ") }
  }
}

private let editor = Editor(codecs: CodecList([]))

/// Runs a script and checks that its expectations hold.
func play(_ text: String, _ size: PixelSize = PixelSize(width: 300, height: 300)!, seed: UInt64 = 0) throws
  -> Played
{
  let script = try editor.parse(text, name: "script.txt")
  let run = try editor.dryRun(
    script, imageSize: size, context: RunContext(seed: seed, detail: [.trace, .touches])
  ).run
  expectEqual(run.failedExpectations, [])
  return Played(result: run, trace: TraceReport(run.record).lines.map { String($0.text.dropLast()) })
}

/// Returns the line and message of the error that ends a script: "LINE: message".
func complaint(of text: String) throws -> String {
  let script = try editor.parse(text, name: "script.txt")
  let error = #expect(throws: EditFailure.self) {
    _ = try editor.dryRun(script, imageSize: PixelSize(width: 300, height: 300), context: RunContext())
  }
  guard case .script(let errors, _)? = error else { throw try #require(error) }
  let found = errors[0]
  return "\(found.position.line): \(found.problem.message.text)"
}

func isClose(_ a: AffineTransform, _ numbers: [Double], within tolerance: Double = 1e-9) -> Bool {
  zip([a.a, a.b, a.c, a.d, a.tx, a.ty], numbers).allSatisfy { abs($0 - $1) <= tolerance }
}

func isClose(_ a: Rect, _ numbers: [Double], within tolerance: Double = 1e-9) -> Bool {
  zip([a.minX, a.minY, a.size.width, a.size.height], numbers).allSatisfy { abs($0 - $1) <= tolerance }
}

extension Interpreter.Result {
  var scene: Scene { end.scene }
  var record: RunRecord { end.record }
  var timeline: Timeline? { end.timeline }
}
