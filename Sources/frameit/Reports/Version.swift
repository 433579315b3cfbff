import FrameCodec
import FrameRender
import FrameText

/// What `--version` says.
enum Version {
  /// Of the program; the script language has its own number, the contract's.
  static let number = "0.1.0"

  static func print(verbose: Bool) {
    Console.out("frameit \(number)\n")
    guard verbose else { return }
    Console.out("script language: frameit 1\n")
    Console.out("kernels: \(InstructionSet.available.map(\.name).joined(separator: " "))\n")
    Console.out("text: \(TextLibraryVersions.harfBuzz.map { "HarfBuzz \($0)" } ?? "HarfBuzz, not found")\n")
    Console.out("font: \(TextLibraryVersions.font)\n")
    Console.out("sandbox of loaded codecs: \(SandboxReport.loaded)\n")
    Console.out("sandbox of built-in codecs: \(SandboxReport.builtIn)\n")
    for codec in Codecs.all.codecs { Console.out("codec \(codec.format.name): \(codec.library.printable)\n") }
  }
}
