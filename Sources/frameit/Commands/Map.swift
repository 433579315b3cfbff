import ArgumentParser
import FrameBatch
import FrameGeometry
import FrameScene
import FrameScript
import Platform

struct Map: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map",
    abstract: "Map points through the transform of a script.",
    usage: "frameit map SCRIPT [INPUT] [--inverse] [options] < points.txt",
    discussion: """
      Reads points 'x,y' from stdin, one per line, and prints each mapped point. Points are mapped from pixels of \
      the upright image to pixels of the output, or back with --inverse. The image is the one in the layer that is \
      current at the end of the script, or in the layer given with --layer.
      """)

  @OptionGroup var scriptOptions: ScriptOptions

  @Flag("Map from the output back to the image.")
  var inverse = false

  @Option("name", "Use the image of this layer.")
  var layer: String?

  @OptionGroup var placeholder: PlaceholderOptions

  @OptionGroup(title: "Limits") var inputOptions: InputOptions

  func run() throws {
    if scriptOptions.paths.contains(where: \.readsStdin) {
      throw Failure(.usage, "stdin is used for the points", hint: "name files for the script and the image")
    }
    let session = try placeholder.session(scriptOptions, inputOptions)
    let forward = try self.map(session)
    let map = inverse ? forward.inverse ?? forward : forward
    var lines = LineReader(STDIN_FILENO, limit: Self.longestLine)
    while let line = lines.next() {
      guard let point = line.bytes.flatMap({ Point(argument: String(decoding: $0, as: UTF8.self)) }) else {
        throw Failure(
          .usage, "line \(line.number) is not a point", hint: "write one x,y per line", of: "stdin")
      }
      guard let mapped = point.applying(map) else {
        throw Failure(
          .usage, "the point of line \(line.number) is behind the horizon of the perspective", of: "stdin")
      }
      guard mapped.x.isFinite, mapped.y.isFinite else {
        throw Failure(.usage, "the mapped point of line \(line.number) is not a finite number", of: "stdin")
      }
      Console.out("\(mapped.x.scriptText),\(mapped.y.scriptText)\n")
    }
    if let failure = lines.failure { throw failure }
  }

  /// The longest line that is read, in bytes. Two written numbers are much shorter.
  private static let longestLine = 1 << 12

  private func map(_ session: EditSession) throws -> PlaneMap {
    let found = try session.map(of: layer)
    if let map = found.map { return map }
    let problem = layer.map { ScriptProblem.scene(.unknownLayer($0, nearest: $0.nearest(in: found.layers))) }
    throw Failure(.usage, problem?.message ?? Message("the script has no layer with an image"))
  }
}
