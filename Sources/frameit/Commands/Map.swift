import ArgumentParser
import FrameKit
import FrameModel
import FrameScene

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

struct Map: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Send points through the composed transform.",
    usage: "frameit map SCRIPT [INPUT] [--inverse] <points",
    discussion: """
      Reads points 'x,y' from stdin, a line each, and prints where they come out: from the upright pixels \
      of the image to those of the output, or back with --inverse. The image is the current layer's at \
      the script's end.
      """)

  @OptionGroup var edit: ScriptOptions
  @OptionGroup(title: "Limits") var reading: InputOptions

  @Flag(help: "From the output back to the image.")
  var inverse = false

  @Option(help: ArgumentHelp("The layer whose image is meant.", valueName: "name"))
  var layer: String?

  @Option(
    name: .customLong("input-size"),
    help: ArgumentHelp("The image's size, where there is no image.", valueName: "w,h"),
    transform: InputSize.reading)
  var inputSize: InputSize?

  func run() throws {
    if edit.paths.contains(where: \.readsStdin) {
      throw Failure(.usage, "stdin brings the points here", note: "name the files of script and image")
    }
    let session = try EditSession(edit, reading)
    if inputSize != nil, !session.inputs.isEmpty {
      throw Failure(.usage, "--input-size is for use without an image")
    }
    let transform = try transform(session)
    let map = inverse ? transform.inverted() : transform
    var lines = LineReader(STDIN_FILENO, limit: Self.longestLine)
    while let line = lines.next() {
      guard let point = line.bytes.flatMap(Self.point) else {
        throw Failure(.usage, "line \(line.number) is no point", note: "write x,y a line", of: "stdin")
      }
      let mapped = point.applying(map)
      guard mapped.x.isFinite, mapped.y.isFinite else {
        throw Failure(.usage, "the point of line \(line.number) comes out beyond all numbers", of: "stdin")
      }
      Console.out("\(mapped.x.scriptText),\(mapped.y.scriptText)\n")
    }
    if let failure = lines.failure { throw failure }
  }

  /// Two numbers as people write them are much shorter.
  private static let longestLine = 1 << 12

  /// Two finite numbers with commas and blanks between them.
  private static func point(_ line: [UInt8]) -> Point? {
    let fields = String(decoding: line, as: UTF8.self).split { ", \t\r".contains($0) }
    guard fields.count == 2, let x = Double(fields[0]), let y = Double(fields[1]), x.isFinite, y.isFinite
    else { return nil }
    return Point(x: x, y: y)
  }

  private func transform(_ session: EditSession) throws(Failure) -> AffineTransform {
    let found: (map: AffineTransform?, names: [String])
    do throws(EditError) {
      found = try mapping(session)
    } catch {
      throw Failure(error, in: session.script)
    }
    if let map = found.map { return map }
    let problem = layer.map { ScriptProblem.unknownLayer($0, nearest: $0.nearest(in: found.names)) }
    throw Failure(.usage, problem?.message ?? Message("the script has no layer to map"))
  }

  /// The map, if there is such a layer, and the names that there are.
  private func mapping(
    _ session: EditSession
  ) throws(EditError) -> (AffineTransform?, names: [String]) {
    let context = session.context(index: 0, inputs: session.inputs[...])
    if !session.inputs.isEmpty {
      let host = session.host(for: session.inputs[...])
      let edit = try session.editor.prepare(session.script, images: host, context: context)
      return (try scripted { () throws(ScriptError) in try edit.mapping(of: layer) }, edit.layerNames)
    }
    return try scripted { () throws(ScriptError) in
      let rehearsal = try session.editor.rehearse(
        session.script, imageSize: inputSize?.size, context: context)
      return (try rehearsal.mapping(of: layer), rehearsal.layerNames)
    }
  }

  private func scripted<R>(_ body: () throws(ScriptError) -> R) throws(EditError) -> R {
    do throws(ScriptError) {
      return try body()
    } catch {
      throw .script(error)
    }
  }
}
