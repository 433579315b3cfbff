import ArgumentParser
import FrameBatch
import FrameGeometry
import FrameImage
import FrameKit
import FrameScene
import FrameScript

struct Map: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Map points through the transform of a script.",
    usage: "frameit map SCRIPT [INPUT] [--inverse] [options] < points.txt",
    discussion: """
      Reads points 'x,y' from stdin, one per line, and prints each mapped point. Points are mapped from pixels of \
      the upright image to pixels of the output, or back with --inverse. The image is the one in the layer that is \
      current at the end of the script, or in the layer given with --layer.
      """)

  @OptionGroup var scriptOptions: ScriptOptions

  @Flag(help: "Map from the output back to the image.")
  var inverse = false

  @Option(help: ArgumentHelp("Use the image of this layer.", valueName: "name"))
  var layer: String?

  @Option(
    name: .customLong("input-size"),
    help: ArgumentHelp("Size of the placeholder image that is used if no image is given.", valueName: "w,h"),
    transform: InputSize.parse)
  var inputSize: InputSize?

  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func run() throws {
    if scriptOptions.paths.contains(where: \.readsStdin) {
      throw Failure(.usage, "stdin is used for the points", hint: "name files for the script and the image")
    }
    let session = try EditSession(scriptOptions, inputOptions)
    if inputSize != nil, !session.inputs.isEmpty {
      throw Failure(.usage, "--input-size cannot be combined with an image")
    }
    let transform = try transform(session)
    let map = inverse ? transform.inverted() : transform
    var lines = LineReader(STDIN_FILENO, limit: Self.longestLine)
    while let line = lines.next() {
      guard let point = line.bytes.flatMap(Self.point) else {
        throw Failure(
          .usage, "line \(line.number) is not a point", hint: "write one x,y per line", of: "stdin")
      }
      let mapped = point.applying(map)
      guard mapped.x.isFinite, mapped.y.isFinite else {
        throw Failure(.usage, "the mapped point of line \(line.number) is not a finite number", of: "stdin")
      }
      Console.out("\(mapped.x.scriptText),\(mapped.y.scriptText)\n")
    }
    if let failure = lines.failure { throw failure }
  }

  /// The longest line that is read, in bytes. Two written numbers are much shorter.
  private static let longestLine = 1 << 12

  /// Parses two finite numbers, separated by commas and spaces; nil for other text.
  private static func point(_ line: [UInt8]) -> Point? {
    let fields = String(decoding: line, as: UTF8.self).split { ", \t\r".contains($0) }
    guard fields.count == 2, let x = Double(fields[0]), let y = Double(fields[1]), x.isFinite, y.isFinite
    else { return nil }
    return Point(x: x, y: y)
  }

  private func transform(_ session: EditSession) throws -> AffineTransform {
    let found: (map: AffineTransform?, names: [String])
    do throws(EditFailure) {
      found = try mapping(session)
    } catch {
      throw BatchError(error, in: session.script.files)
    }
    if let map = found.map { return map }
    let problem = layer.map { ScriptProblem.unknownLayer($0, nearest: $0.nearest(in: found.names)) }
    throw Failure(.usage, problem?.hintedMessage ?? Message("the script has no layer with an image"))
  }

  /// Returns the transform of the layer, if it exists, and the names of all layers.
  private func mapping(
    _ session: EditSession
  ) throws(EditFailure) -> (AffineTransform?, names: [String]) {
    let context = session.context(index: 0, inputs: session.inputs[...])
    if !session.inputs.isEmpty {
      let host = session.host(for: session.inputs[...])
      let edit = try session.editor.prepare(session.script, images: host, context: context)
      return (
        try convertingScriptErrors { () throws(ScriptError) in try edit.mapping(of: layer) }, edit.layerNames
      )
    }
    return try convertingScriptErrors { () throws(ScriptError) in
      let dryRun = try session.editor.dryRun(
        session.script, imageSize: inputSize?.size, context: context)
      return (try dryRun.mapping(of: layer), dryRun.layerNames)
    }
  }

  private func convertingScriptErrors<R>(_ body: () throws(ScriptError) -> R) throws(EditFailure) -> R {
    do throws(ScriptError) {
      return try body()
    } catch {
      throw .script(error)
    }
  }
}
