import FrameCodec
import FrameImage
import TestSupport
import Testing

@Suite struct ManifestTests {
  private let good = """
    # What WebP is
    frameit-codec 1
    name webp
    title WebP
    extensions webp WEBP2
    signature 52 49 46 46 .. .. .. .. 57 45 42 50   # RIFF, a length, WEBP
    signature 0A/0F
    depths 8 16
    alpha
    lossy
    animation
    profile
    writes
    maximum-side 16383
    version 1.0
    """

  private func problem(_ text: String) -> PluginRefusal? {
    do throws(PluginRefusal) {
      _ = try PluginManifest(text, name: "x")
      return nil
    } catch {
      return error
    }
  }

  @Test("A manifest with every key is read in full")
  func fullManifest() throws {
    let manifest = try PluginManifest(good, name: "frameit-webp")
    expectTrue(manifest.format.name == "webp" && manifest.format.title == "WebP")
    expectEqual(manifest.format.extensions, ["webp", "webp2"])
    expectTrue(manifest.library == "frameit-webp.so" && manifest.version == "1.0")
    let capabilities = manifest.format.capabilities
    expectEqual(
      capabilities,
      ImageFormat.Capabilities(
        alpha: true, depths: [.eight, .sixteen], maximumSide: 16383, loss: .detail, profile: true,
        animation: true, writes: true))
    let first = manifest.format.signatures[0]
    expectTrue(first.matches(Array("RIFF1234WEBPVP8 ".utf8)))
    expectTrue(!first.matches(Array("RIFF1234WAVEfmt ".utf8)))
    expectTrue(!first.matches(Array("RIFF".utf8)))
    expectTrue(
      manifest.format.signatures[1].matches([0x5A]) && !manifest.format.signatures[1].matches([0x5B]))
  }

  @Test("A manifest with only the required keys gets default values")
  func minimalManifest() throws {
    let manifest = try PluginManifest("frameit-codec 1\nname x\nextensions x\nsignature FF", name: "a")
    expectEqual(
      manifest.format.capabilities,
      ImageFormat.Capabilities(
        alpha: false, depths: [.eight], maximumSide: PixelSize.maximumSide, loss: .nothing, profile: false,
        animation: false, writes: false))
    expectEqual(manifest.format.title, "X")
  }

  @Test(
    "Errors in a manifest name the problem and its line",
    arguments: [
      ("", nil, PluginRefusal.Cause.notAManifest(first: "frameit-codec 1")),
      ("name x", 1, .notAManifest(first: "frameit-codec 1")),
      ("frameit-codec 2", 1, .version("2")), ("frameit-codec 1\ncolor x", 2, .unknownWord("color")),
      ("frameit-codec 1\n\nname x\nname y", 4, .twice("name")), ("frameit-codec 1\nname", 2, .value("name")),
      ("frameit-codec 1\nname ../x", 2, .value("name")),
      ("frameit-codec 1\nextensions x\nsignature FF", nil, .missing("name")),
      ("frameit-codec 1\nname x\nsignature FF", nil, .missing("extensions")),
      ("frameit-codec 1\nname x\nextensions x", nil, .missing("signature")),
      ("frameit-codec 1\nsignature .. ..", 2, .value("signature")),
      ("frameit-codec 1\nsignature F", 2, .value("signature")),
      ("frameit-codec 1\nsignature GG", 2, .value("signature")),
      ("frameit-codec 1\nsignature FF/", 2, .value("signature")),
      ("frameit-codec 1\ndepths 12", 2, .value("depths")),
      ("frameit-codec 1\nmaximum-side 0", 2, .value("maximum-side")),
      ("frameit-codec 1\ntitle \u{1B}[2J", 2, .value("title")),
      ("frameit-codec 1\nthreads 4", 2, .value("threads")),
      ("frameit-codec 1\nalpha yes", 2, .value("alpha")),
      ("frameit-codec 1\nname x\nextensions x\nsignature FF\nlibrary /lib/x.so", 5, .value("library")),
    ] as [(String, Int?, PluginRefusal.Cause)])
  func problems(_ text: String, _ line: Int?, _ expected: PluginRefusal.Cause) {
    let found = problem(text)
    expectTrue(found?.line == line && found?.cause == expected)
  }
}
