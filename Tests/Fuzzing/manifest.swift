import FrameImage
import FrameScript

@testable import FrameCodec

/// A harness that parses arbitrary text as a plugin's manifest. Accepted values must fit the host and its protocol, and
/// errors must name a valid line.
enum Harness: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      "frameit-codec 1\nname webp\ntitle WebP\nextensions webp\nsignature 52 49 46 46 .. .. .. .. 57 45 42 50\n"
        + "depths 8 16\nalpha\nlossy\nanimation\nprofile\nwrites\nmaximum-side 16383\nmetadata exif xmp\n",
      "frameit-codec 1\nname qoi-c # C\nversion 1.0\nlibrary q.so\nextensions q QOI\nsignature F0/F8 71\n",
      "frameit-codec 2\n", "# nothing\n", "frameit-codec 1\nname x\nname x\n",
      "frameit-codec 1\nname a\nextensions a\nsignature 41\nmaximum-side 16777217\n",
      "frameit-codec 1\nname a\nextensions a\nsignature .. ..\nlibrary ../a.so\n",
      "frameit-effect 1\nname a\ntitle An effect\nversion 1\nparameter radius 3 0 50 pixels\nreach 1 2.5 radius\n",
      "frameit-effect 1\nname a\nversion 1\nparameter n 1 -1e6 1e6\nreach 1e6\nchanges-alpha\nthreads\n",
    ].map { Array($0.utf8) }
  }

  static func run(_ choice: Choice, _ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let claimed = ClaimedFormats(text)
    _ = (claimed.has(bytes), claimed.has(name: "webp"))
    readEffect(text)
    let manifest: PluginManifest
    do throws(PluginRefusal) {
      manifest = try PluginManifest(text, name: "file")
    } catch {
      hold(error.line.map { $0 > 0 } ?? true)
      return
    }
    let format = manifest.format
    hold(!format.name.isEmpty && format.name.utf8.count < 32)
    hold(!format.extensions.isEmpty && !format.signatures.isEmpty)
    hold((1...PixelSize.maximumSide).contains(format.capabilities.maximumSide))
    hold(!manifest.library.utf8.contains(0x2F), manifest.library)
    for signature in format.signatures { _ = signature.matches(bytes) }
  }

  private static func readEffect(_ text: String) {
    do throws(PluginRefusal) {
      let manifest = try EffectManifest(text, name: "file")
      let declaration = manifest.declaration
      hold(!declaration.name.isEmpty && declaration.name.utf8.count < 32)
      hold(!manifest.library.utf8.contains(0x2F), manifest.library)
      hold(declaration.parameters.count <= EffectDeclaration.maximumParameters)
      for parameter in declaration.parameters { hold(parameter.range.contains(parameter.standard)) }
      let reach = declaration.reach.pixels(declaration.parameters.map(\.range.upperBound))
      hold(reach >= 0 && reach.isFinite, "\(reach)")
    } catch {
      hold(error.line.map { $0 > 0 } ?? true)
    }
  }
}
