import ArgumentParser
import FrameCodec
import FrameImage
import FrameKit

struct PluginsCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a plugin's manifest, its codec and its handling of damaged files.",
    discussion: """
      The plugin runs in worker processes. The check takes an image that the plugin wrote, or the one given \
      with --sample, and truncates or alters it in many ways. Each time, the plugin must return an error or rows. \
      Exits with 0 if all checks pass, and with 1 otherwise.
      """)

  @Argument(
    help: "The plugin's library, NAME.so, or its manifest, NAME.codec.",
    completion: .file(extensions: ["so", "codec"]))
  var plugin: String

  @Option(help: ArgumentHelp("An image in the plugin's format.", valueName: "file"), completion: .file())
  var sample: InputSource?

  @Option(
    help: ArgumentHelp("Number of damaged files to try.", valueName: "n"),
    transform: NumberRange.runs.option)
  var runs = 500

  @Flag(name: .shortAndLong, help: "Print the messages of the plugin and its libraries to stderr.")
  var verbose = false

  @OptionGroup(title: "Limits") var limitOptions: LimitOptions

  @OptionGroup var pluginOptions: PluginOptions

  func run() throws {
    let manifest = FilePath.join(FilePath.folder(plugin), FilePath.stem(plugin) + PluginSearch.ending)
    guard
      let found = PluginSearch(folders: [FilePath.folder(manifest)]).plugins(besides: []).first(where: {
        FilePath.name($0.path) == FilePath.name(manifest)
      })
    else {
      throw Failure(
        .input, "the manifest is missing", hint: "put it beside the library, as NAME.codec", of: manifest)
    }
    if case .failure(let refusal) = found.result {
      Console.out("FAIL manifest: \(refusal.message.printable)\n")
      throw ExitRequest(status: .negative)
    }
    let log = verbose ? PluginLog() : nil
    var policy = PluginPolicy()
    policy.allowsUnsandboxed = pluginOptions.allowUnsandboxed
    policy.log = log?.descriptor ?? -1
    // Without limits on crashes and timeouts, the check finds all faults.
    (policy.mostDeaths, policy.mostTimeouts) = (.max, .max)
    policy.warn = { Console.warn($0) }
    guard let codec = PluginCodec(found, worker: PluginPaths.worker, policy) else { return }
    Console.out("ok   manifest: \(codec.format.title)\n")
    var check = PluginCheck(codec: codec, limits: limitOptions.limits, runs: runs)
    let bytes = try sample.map { sample throws(Failure) in
      try InputFile(sample, limit: .memory(limitOptions.limits)).contents()
    }
    for line in check.lines(sample: bytes) { Console.out(line + "\n") }
    if let log { Console.error(log.text) }
    if check.failures > 0 { throw ExitRequest(status: .negative) }
  }
}

/// The tests that `plugins check` runs, and their results.
struct PluginCheck {
  let codec: PluginCodec
  let limits: Limits
  let runs: Int
  private(set) var failures = 0

  init(codec: PluginCodec, limits: Limits, runs: Int) {
    (self.codec, self.limits, self.runs) = (codec, limits, runs)
  }

  /// Runs all tests.
  ///
  /// - Parameter sample: A file of the format; nil for one that the plugin writes.
  /// - Returns: A line for each test.
  mutating func lines(sample: [UInt8]?) -> [String] {
    var lines: [String] = []
    do throws(CodecError) {
      lines.append("ok   loading: \(try codec.loadedLibrary())")
    } catch {
      return [failed("loading", error)]
    }
    var file = sample
    if codec.format.capabilities.writes {
      for format in formats {
        do {
          let written = try roundTrip(format)
          file = file ?? written
          lines.append("ok   \(format.text): round trip, \(written.count) bytes")
        } catch {
          lines.append(failed("\(format.text): round trip", error))
        }
      }
    }
    guard let file else {
      return lines + ["note the plugin cannot write images: name an image to read with --sample"]
    }
    do throws(CodecError) {
      _ = try Self.decode(file, codec, limits)
      lines.append("ok   reading the sample")
    } catch {
      lines.append(failed("reading the sample", error))
    }
    return file.isEmpty ? lines : lines + damagedFiles(from: file)
  }

  private mutating func failed(_ what: String, _ error: any Error) -> String {
    failures += 1
    let message = (error as? CodecError)?.message.text ?? "\(error)"
    return "FAIL \(what): \(message.printable)"
  }

  /// Tests truncated and changed files. The pseudorandom changes are the same in each run.
  private mutating func damagedFiles(from file: [UInt8]) -> [String] {
    var state: UInt64 = 1
    func next(_ bound: Int) -> Int {
      state = state &* 6364136223846793005 &+ 1442695040888963407
      return Int(state >> 33) % max(1, bound)
    }
    var (refused, read) = (0, 0)
    var faults: [String: Int] = [:]
    for run in 0..<runs {
      var bytes = file
      let isCut = run % 2 == 0
      if isCut {
        bytes.removeLast(bytes.count - bytes.count * (run / 2) / max(1, runs / 2))
      } else {
        for _ in 0...next(8) { bytes[next(bytes.count)] = UInt8(next(256)) }
      }
      if bytes.isEmpty { continue }
      do throws(CodecError) {
        _ = try Self.decode(bytes, codec, limits)
        read += 1
      } catch {
        switch error {
        case .crashed, .timedOut, .misuse, .refusedPlugin, .unsandboxed, .brokenPlugin, .notIsolated:
          faults["\(isCut ? "truncated" : "changed"): \(error.message.text)", default: 0] += 1
        default: refused += 1
        }
      }
    }
    failures += faults.count
    let summary = "\(faults.isEmpty ? "ok  " : "note") damaged files: \(refused) refused, \(read) read anyway"
    return [summary] + faults.sorted { $0.key < $1.key }.map { "FAIL \($0.value) files \($0.key.printable)" }
  }

  /// The pixel formats that the plugin can store.
  private var formats: [PixelFormat] {
    let capabilities = codec.format.capabilities
    return capabilities.depths.flatMap { depth in
      PixelFormat.Channels.allCases.filter { capabilities.alpha || !$0.hasAlpha }.map {
        PixelFormat($0, depth)
      }
    }
  }

  /// Encodes and decodes an image, and returns its file.
  private func roundTrip(_ format: PixelFormat) throws -> [UInt8] {
    let size = PixelSize(width: 37, height: 29)!
    var image = Bitmap(size: size, format: format)
    for y in 0..<size.height {
      for x in 0..<size.width {
        for channel in 0..<format.channels.rawValue {
          image[x, y, channel] = (x * 211 + y * 503 + channel * 97) % 256 * (format.depth.maximum / 255)
        }
      }
    }
    let output = ByteOutput()
    var encoder = try codec.encoder(output, EncodeRequest(size: size, pixels: format))
    try encoder.write(image.bytes.span)
    try encoder.finish()
    let bytes = output.bytes
    let again = try Self.decode(bytes, codec, limits)
    guard again.size == size else {
      throw CodecError.damaged(
        detail: "decoding returns \(again.size.width) x \(again.size.height) pixels"
          + " instead of \(size.width) x \(size.height)")
    }
    if !codec.format.capabilities.isLossy, again.format == format, again.bytes != image.bytes {
      throw CodecError.damaged(detail: "decoding returns different pixels, although the format is lossless")
    }
    return bytes
  }

  private static func decode(
    _ bytes: [UInt8], _ codec: PluginCodec, _ limits: Limits
  ) throws(CodecError) -> Bitmap {
    do {
      var decoder = try codec.decoder(ByteInput(bytes: bytes), DecodeRequest(limits: limits))
      let bytes = decoder.format.rowBytes(width: decoder.size.width) * decoder.size.height
      try CodecError.limited { () throws(LimitExceeded) in try limits.check(memory: bytes) }
      var bitmap = Bitmap(size: decoder.size, format: decoder.format)
      try decoder.forEachBand { bitmap.write($0) }
      return bitmap
    } catch {
      throw error as? CodecError ?? .misuse(detail: "\(error)")
    }
  }
}

extension PixelFormat {
  fileprivate var text: String {
    let names: [Channels: String] = [.gray: "gray", .grayAlpha: "gray and alpha", .rgb: "RGB", .rgba: "RGBA"]
    return "\(names[channels]!), \(depth.rawValue) bits"
  }
}
