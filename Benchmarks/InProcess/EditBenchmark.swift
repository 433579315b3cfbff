import ArgumentParser
import FrameKit
import Platform

/// Edits images again and again in one process, as a service would, for comparison with the libraries of `peers.py`: each
/// line of stdin is answered with the milliseconds of one run over all images. Starting and parsing are not measured.
@main
struct EditBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit-benchmark", abstract: "Time edits in this process, once for each line of stdin.")

  @Option(help: "The script.")
  var script: String

  @Option(help: "The folder of the outputs, which have the names of their images.")
  var folder: String

  @Option(help: "The format of the outputs.")
  var format = "jpg"

  @Option(help: "The quality of lossy outputs.")
  var quality = 90

  @Option(help: "The number of threads: of one edit, or of edits at a time if there are several images.")
  var threads = 2

  @Flag(help: "Write outputs whole or not at all, and wait until they are on the disk.")
  var durable = false

  @Argument(help: "The images, each of which is one edit.")
  var images: [String]

  func run() async throws {
    var options = EditOptions()
    options.threads = images.count > 1 ? 1 : threads
    let edit = try Edit(script: script, options: options)
    let clock = ContinuousClock()
    while readLine() != nil {
      let time = try await clock.measure { try await runOnce(edit) }
      print(time / .milliseconds(1))
      fflush(nil)
    }
  }

  /// Edits all images, at most as many at a time as there are threads.
  private func runOnce(_ edit: Edit) async throws {
    guard images.count > 1 else { return try write(edit, images[0]) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, image) in images.enumerated() {
        if index >= threads { try await group.next() }
        group.addTask { try write(edit, image) }
      }
      try await group.waitForAll()
    }
  }

  private func write(_ edit: Edit, _ image: String) throws {
    let name = image.split(separator: "/").last?.split(separator: ".").first ?? "out"
    let path = "\(folder)/\(name).\(format)"
    let quality = format == "jpg" ? quality : nil
    if durable { return try edit.write(.file(image), to: path, quality: quality) }
    let bytes = try edit.encode(.file(image), as: format, quality: quality)
    guard let file = fopen(path, "w") else { throw ValidationError("\(path) cannot be opened") }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { throw ValidationError("\(path) cannot be written") }
  }
}
