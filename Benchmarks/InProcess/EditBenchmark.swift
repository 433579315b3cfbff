import ArgumentParser
import FrameCodec
import FrameImage
import FrameKit
import JPEGCodec
import PNGCodec
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

  @Option(help: "The part of the work: all, or what no edit of these images can do without.")
  var part = Part.all

  @Option(
    help:
      "For decoding alone: the box that a JPEG decoded at a fraction of its size fills; 0 for the whole size."
  )
  var box = 0

  @Argument(help: "The images, each of which is one edit.")
  var images: [String]

  enum Part: String, CaseIterable, ExpressibleByArgument {
    case all
    /// Decodes the rows of the images.
    case decode
    /// Encodes the results, which were rendered before.
    case encode
  }

  func run() async throws {
    var options = EditOptions()
    options.threads = images.count > 1 ? 1 : threads
    let edit = try Edit(script: script, options: options)
    let work = try work(edit)
    let clock = ContinuousClock()
    while readLine() != nil {
      let time = try await clock.measure { try await runOnce(work) }
      print(time / .milliseconds(1))
      fflush(nil)
    }
  }

  private var encoding: Encoding { format == "jpg" ? .jpeg(quality: .level(quality)) : .png }

  /// Returns the work for an image.
  private func work(_ edit: Edit) throws -> @Sendable (String) throws -> Void {
    switch part {
    case .all: return { try write(edit, $0) }
    case .decode: return decode
    case .encode:
      var results: [String: RenderedImage] = [:]
      for image in images { results[image] = try edit.apply(to: .file(image)).render() }
      return { [results] in _ = try results[$0]!.encoded(as: encoding) }
    }
  }

  /// Does the work for all images, at most as many at a time as there are threads.
  private func runOnce(_ work: @escaping @Sendable (String) throws -> Void) async throws {
    guard images.count > 1 else { return try work(images[0]) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, image) in images.enumerated() {
        if index >= threads { try await group.next() }
        group.addTask { try work(image) }
      }
      try await group.waitForAll()
    }
  }

  private func decode(_ image: String) throws {
    let codec: any Codec = image.hasSuffix(".png") ? PNGCodec() : JPEGCodec()
    let descriptor = open(image, O_RDONLY)
    defer { close(descriptor) }
    let input = ByteInput(descriptor: descriptor, length: Int(lseek(descriptor, 0, SEEK_END)))
    let size = try codec.open(input, limits: Limits()).header.size
    let most = box == 0 ? 1 : max(1, max(size.width, size.height) / box)
    let reduction = ShrinkFactor.allCases.last { $0.rawValue <= most }!
    var decoder = try codec.decoder(input, DecodeRequest(reduction: reduction))
    let rowBytes = decoder.format.rowBytes(width: decoder.size.width)
    var rows = [UInt8](repeating: 0, count: 64 * rowBytes)
    for row in stride(from: 0, to: decoder.size.height, by: 64) {
      let count = min(64, decoder.size.height - row)
      if count < 64 { rows.removeLast((64 - count) * rowBytes) }
      var span = rows.mutableSpan
      try decoder.read(from: row, into: &span)
    }
    try decoder.finish()
  }

  private func write(_ edit: Edit, _ image: String) throws {
    let name = image.split(separator: "/").last?.split(separator: ".").first ?? "out"
    let path = "\(folder)/\(name).\(format)"
    if durable { return try edit.apply(to: .file(image)).write(to: path, as: encoding) }
    let bytes = try edit.apply(to: .file(image)).encoded(as: encoding)
    guard let file = fopen(path, "w") else { throw ValidationError("\(path) cannot be opened") }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else { throw ValidationError("\(path) cannot be written") }
  }
}
