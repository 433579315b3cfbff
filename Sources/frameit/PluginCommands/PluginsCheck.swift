import ArgumentParser
import FrameCodec
import FrameKit
import FrameModel
import FramePlugins

struct PluginsCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a plugin: its manifest, its contract, and what it does with broken files.",
    discussion: """
      The plugin runs in processes of its own. What it wrote, or the image given with --sample, is cut off and \
      changed in many places, and it must answer each with an error or with rows. Exits 0 where all is right, 1 \
      where something is not.
      """)

  @Argument(
    help: "The library, NAME.so, or its manifest, NAME.codec.",
    completion: .file(extensions: ["so", "codec"]))
  var plugin: String

  @Option(help: ArgumentHelp("An image of its format.", valueName: "file"), completion: .file())
  var sample: InputSource?

  @Option(
    help: ArgumentHelp("How many broken files it is given.", valueName: "n"),
    transform: NumberRange.runs.option)
  var runs = 500

  @Flag(name: .shortAndLong, help: "Show on stderr what the plugin and its libraries say.")
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
        .input, "there is no manifest", note: "it lies beside the library as NAME.codec", of: manifest)
    }
    if case .failure(let refusal) = found.result {
      Console.out("FAIL the manifest: \(refusal.sentence.printable)\n")
      throw ExitRequest(status: .no)
    }
    let log = verbose ? PluginLog() : nil
    var policy = PluginPolicy()
    policy.allowsUnsandboxed = pluginOptions.allowUnsandboxed
    policy.log = log?.descriptor ?? -1
    // Every fault of it shall be found.
    (policy.mostDeaths, policy.mostTimeouts) = (.max, .max)
    policy.warn = { Console.warn($0) }
    guard let codec = PluginCodec(found, worker: PluginPaths.worker, policy) else { return }
    Console.out("ok   the manifest: \(codec.format.title)\n")
    var check = PluginCheck(codec: codec, limits: limitOptions.limits, runs: runs)
    let bytes = try sample.map { sample throws(Failure) in
      try InputFile(sample, limit: .memory(limitOptions.limits)).contents()
    }
    for line in check.lines(sample: bytes) { Console.out(line + "\n") }
    if let log { Console.error(log.text) }
    if check.failures > 0 { throw ExitRequest(status: .no) }
  }
}

/// What a plugin is asked, and what it answered.
struct PluginCheck {
  let codec: PluginCodec
  let limits: Limits
  let runs: Int
  private(set) var failures = 0

  init(codec: PluginCodec, limits: Limits, runs: Int) {
    (self.codec, self.limits, self.runs) = (codec, limits, runs)
  }

  /// - Parameter sample: a file of the format; nil: what the plugin writes itself.
  mutating func lines(sample: [UInt8]?) -> [String] {
    var lines: [String] = []
    do throws(CodecError) {
      lines.append("ok   it is loaded: \(try codec.loadedLibrary())")
    } catch {
      return [failed("it is loaded", error)]
    }
    var file = sample
    if codec.format.capabilities.writes {
      for format in formats {
        do {
          let written = try roundTrip(format)
          file = file ?? written
          lines.append("ok   \(format.text): written and read again, \(written.count) bytes")
        } catch {
          lines.append(failed("\(format.text): written and read again", error))
        }
      }
    }
    guard let file else { return lines + ["note it only reads: name an image with --sample"] }
    do throws(CodecError) {
      _ = try Self.decode(file, codec, limits)
      lines.append("ok   the sample is read")
    } catch {
      lines.append(failed("the sample is read", error))
    }
    return file.isEmpty ? lines : lines + broken(file)
  }

  private mutating func failed(_ what: String, _ error: any Error) -> String {
    failures += 1
    let sentence = (error as? CodecError)?.message.what ?? "\(error)"
    return "FAIL \(what): \(sentence.printable)"
  }

  /// Cut off, and changed, by numbers that are always the same.
  private mutating func broken(_ file: [UInt8]) -> [String] {
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
          faults["\(isCut ? "cut off" : "changed"): \(error.message.what)", default: 0] += 1
        default: refused += 1
        }
      }
    }
    failures += faults.count
    let ok = "\(faults.isEmpty ? "ok  " : "note") broken files: \(refused) refused, \(read) read all the same"
    return [ok] + faults.sorted { $0.key < $1.key }.map { "FAIL \($0.value) files \($0.key.printable)" }
  }

  private var formats: [PixelFormat] {
    let capabilities = codec.format.capabilities
    return capabilities.depths.flatMap { depth in
      PixelFormat.Channels.allCases.filter { capabilities.alpha || !$0.hasAlpha }.map {
        PixelFormat($0, depth)
      }
    }
  }

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
      throw CodecError.damaged(detail: "it comes back as \(again.size.width) x \(again.size.height)")
    }
    if !codec.format.capabilities.isLossy, again.format == format, again.bytes != image.bytes {
      throw CodecError.damaged(detail: "other pixels come back, though it loses nothing")
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
