import CCodecWorker
import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import FrameCodec

/// Timeouts of workers, and their sandbox as seen from outside.
@Suite(.serialized) final class WorkerTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "/frameit-worker-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Builds and loads the hostile plugin of ProgramTests, with a short timeout.
  private func codec(_ settings: String..., warnings: Warnings? = nil) throws -> RemoteCodec {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Swift's toolchain includes clang.
    var arguments: [String] = ["sh", "-c", "exec $(command -v cc || command -v clang) \"$@\"", "cc"]
    arguments += ["-O1", "-w", "-shared", "-fPIC", "-o", folder + "/hostile.so"] as [String]
    arguments += ["-I", root.appendingPathComponent("Sources/CFrameCodec/include").path] as [String]
    arguments += settings.map { "-D" + $0 }
    arguments.append(root.appendingPathComponent("Tests/ProgramTests/Plugins/hostile.c").path)
    compiler.arguments = arguments
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    try "frameit-codec 1\nname hostile\nextensions hostile\nsignature 48 4F 53 54\n".write(
      toFile: folder + "/hostile.codec", atomically: true, encoding: .utf8)
    let worker = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("frameit-codec").path
    var policy = PluginPolicy()
    // Loading takes a few milliseconds, but much longer on a busy machine.
    policy.timeout = WorkerTimeout(base: 200, perMegapixel: 100, perMebibyte: 100, patience: 0)
    if let warnings { policy.warn = { warnings.add($0) } }
    let found = try #require(PluginSearch(folders: [folder]).plugins(PluginManifest.self).first)
    return try #require(RemoteCodec(found, worker: worker, policy))
  }

  private func decode(_ word: String, _ codec: RemoteCodec) throws(CodecError) {
    var decoder = try codec.decoder(ByteInput(bytes: Array("HOSTILE \(word)\n".utf8)), DecodeRequest())
    var rows = [UInt8](repeating: 0, count: 64)
    var span = rows.mutableSpan
    try decoder.read(from: 0, into: &span)
    try decoder.finish()
  }

  private func error(_ word: String, _ codec: RemoteCodec) -> CodecError? {
    do throws(CodecError) {
      try decode(word, codec)
      return nil
    } catch {
      return error
    }
  }

  static let hanging: [(String, CodecError.TimeLimit)] = [("sleep", .waiting(2)), ("spin", .processor(1))]

  @Test("A plugin that hangs twice is not used again in this run", arguments: hanging)
  func hanging(_ word: String, _ limit: CodecError.TimeLimit) throws {
    let codec = try codec()
    for _ in 0..<2 { expectEqual(error(word, codec), .timedOut(limit)) }
    guard case .refusedPlugin(_, let reason)? = error("nothing", codec) else {
      Issue.record("it is asked again")
      return
    }
    expectEqual(reason, "it hung 2 times in this run and is not used again")
  }

  @Test("A plugin that hangs while it loads counts as one that hangs")
  func hangingLoader() throws {
    let codec = try codec("LOADING_HANGS")
    let reasons = (0..<3).map { _ in
      if case .refusedPlugin(_, let reason)? = error("nothing", codec) { reason } else { "" }
    }
    expectTrue(reasons[0] == "the plugin did not respond while it was loaded" && reasons[1] == reasons[0])
    expectEqual(reasons[2], "it hung 2 times in this run and is not used again")
  }

  @Test("A plugin that hangs when it closes an image is reported, and the image succeeds")
  func hangingClose() throws {
    let warnings = Warnings()
    let codec = try codec(warnings: warnings)
    expectTrue(error("sleep-in-close", codec) == nil)
    expectTrue(
      warnings.all.count == 1 && warnings.all[0].contains("did not close an image"), "\(warnings.all)")
    expectTrue(error("close", codec) == nil)
    expectTrue(
      warnings.all.count == 2 && warnings.all[1].contains("crashed when it closed"), "\(warnings.all)")
  }

  @Test("The timeout of a worker grows with pixels and bytes, without overflow")
  func timeout() {
    let timeout = WorkerTimeout()
    expectTrue(timeout.forPixels(0) == 0 && timeout.forPixels(12_000_000) == 120_000)
    expectEqual(timeout.forBytes(64 << 20), 64_000)
    expectTrue(timeout.forPixels(.max) > 0 && timeout.forBytes(.max) > 0)
    expectTrue(timeout.waiting(timeout.forPixels(.max)) > 0)
  }

  @Test("The wait for a worker is ten times its processor time, and at least a minute more")
  func waiting() {
    let timeout = WorkerTimeout()
    for processor in [0, 5_000, 6_666, 6_667, 120_000] {
      let more = timeout.waiting(processor) - processor
      expectTrue(more >= 60_000 && (more == 60_000 || more == 9 * processor), "\(processor)")
    }
    var time = WorkerTime(timeout, used: 7, bytes: 1 << 20, until: nil)
    expectTrue(time.left.processor == 6_007 && time.left.waiting == 66_000)
    time.extend(pixels: 1_000_000)
    expectTrue(time.left.processor == 16_007 && time.left.waiting == 160_000)
  }

  @Test("The kernel reports on a process, and a missing process is an error")
  func view() {
    var view = codec_view()
    expectTrue(codec_gate_view(0, &view) == 0 && view.threads >= 1)
    expectTrue(codec_gate_view(getpid(), &view) == 0 && view.threads >= 1)
    expectEqual(codec_gate_view(0x7FFF_FFFE, &view), -ENOENT)
    expectEqual(codec_gate_processor_time(0x7FFF_FFFE), 0)
  }
}

private final class Warnings: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func add(_ text: String) { texts.withLock { $0.append(text) } }
}
