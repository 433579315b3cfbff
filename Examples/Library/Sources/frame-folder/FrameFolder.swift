import Foundation
import FrameKit

/// Frames every image of a folder: on a square canvas, slightly turned, with a rounded card below it.
///
///     swift run frame-folder photos framed
@main
struct FrameFolder {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count == 2, let input = arguments.first, let output = arguments.last else {
      return print("usage: frame-folder INPUT-FOLDER OUTPUT-FOLDER")
    }
    try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    let names = try FileManager.default.contentsOfDirectory(atPath: input).sorted()
    // Each image is framed on a thread of its own. An image that fails does not stop the others.
    await withTaskGroup(of: String.self) { group in
      for name in names {
        group.addTask { await frame(input + "/" + name, to: output + "/" + name + ".jpg") }
      }
      for await line in group { print(line) }
    }
  }

  private static func frame(_ path: String, to output: String) async -> String {
    var photo = Layer.image(.file(path))
    photo.origin = Point(x: 140, y: 140)
    photo.size = Size(width: 800, height: 800)
    photo.transform = photo.transform.rotated(by: .degrees(-3))
    photo.shadow = Layer.Shadow(offset: Vector(dx: 0, dy: 12), blur: 30, color: .black.withAlpha(0.4))
    let area = Rect(x: 90, y: 90, width: 900, height: 900)
    let card = Shape(Path(roundedRect: area, cornerRadii: Size(width: 40, height: 40)), fill: .color(.white))
    let canvas = Canvas(
      width: 1080, height: 1080, background: Color(hex: "c8d6e5")!, layers: [.shape(card), photo])
    do {
      try await canvas.write(to: output, as: .jpeg(quality: 85))
      return output
    } catch {
      return "\(error)"
    }
  }
}
