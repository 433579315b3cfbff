import FoundationEssentials
import FrameCodec
import FrameImage
import FrameEngine
import FrameReports
import FrameScript
import PNGCodec

@testable import FrameBatch
@testable import frameit

/// A harness that sends arbitrary bytes to `serve` as a line. Every line must have one answer, which is a line of JSON and
/// does not report a bug. Jobs that name files are parsed but not run.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    let image = Data(encoded(drawn(5, 4, .rgb8), by: PNGCodec())).base64EncodedString()
    return [
      #"{"id":1,"script":"rotate 3deg","inputBase64":"\#(image)","outputBase64":true}"#,
      #"{"id":[{"a":null}],"script":"param k = 1; canvas 9,9; layer a rect 1,1 $k,3","define":{"k":2.5},"outputBase64":true}"#,
      #"{"id":"\u009b","script":"canvas 9","outputBase64":true,"seed":18446744073709551615,"index":9007199254740992}"#,
      #"{"scriptFile":"s.txt","inputs":["a.png","b"],"output":"c.png","format":"png","quality":"keep","force":false}"#,
      #"{"script":"","script":"","quality":50.0,"define":{"a":1e308,"b":"x"},"outputBase64":true,"format":"jpeg"}"#,
      #"[1e999,-0.0,"\ud800",true]"#, #"{"input":"-"}"#, "nul", "",
    ].map { Array($0.utf8) }
  }

  private static let server: JobServer = {
    var limits = fuzzLimits
    limits.pixels = 1 << 14
    limits.memory = 8 << 20
    limits.statements = 2000
    limits.touches = 2000
    limits.layers = 50
    limits.frames = 40
    // The codec runs without a sandbox, and no files of this machine are accessible.
    let editor = Editor(codecs: CodecList([PNGCodec()]), limits: limits)
    return JobServer(
      editor, OutputSettings(), format: "png", allowing: [], journal: nil, threads: 1,
      version: "1", limiting: JobServer.TimeLimiting(codecs: editor.codecs) { _, _ in Cancellation() })
  }()

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    let line = LineReader.Line(number: 1, bytes: bytes)
    if let members = members(bytes) {
      let files = ["input", "inputs", "output", "scriptFile"]
      if members.contains(where: { files.contains($0.key) }) {
        _ = try? EditJob(JobFields(members))
        _ = try? CompareJob(JobFields(members))
        return
      }
    }
    let answer = JobAnswerRecord(server.answer(line, threads: 1, lineLimit: choice.bit(0) ? 1 << 16 : 64)) {
      Failure($0).record
    }
    let text = JSONLine.bytes(of: answer)
    hold(text.last == UInt8(ascii: "\n") && text.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    guard case .whole(let code)? = members(text.dropLast())?.first(where: { $0.key == "code" })?.value.kind
    else {
      return hold(false, "no code")
    }
    hold(code != Int64(ExitStatus.bug.rawValue), String(decoding: text, as: UTF8.self))
  }

  /// The members of the object on a line; nil if it has none.
  private static func members(_ line: some Collection<UInt8>) -> [JSONMember]? {
    guard let text = String(validating: line, as: UTF8.self),
      case .object(let members)? = try? JSONValue(line: text, nesting: 512).kind
    else { return nil }
    return members
  }
}
