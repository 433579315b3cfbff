import FrameImage
import FrameScript
import Platform

/// The requirements of a fuzz target. Each Swift file in Tests/Fuzzing has one, named `Harness`.
protocol FuzzTarget {
  /// Small inputs, made with our own encoders, that reach as much code as possible.
  static func seeds() -> [[UInt8]]
  /// Runs one input. Checks conditions that must be true for all inputs with `hold`.
  static func run(_ choice: Choice, _ bytes: [UInt8])
}

/// The first byte of an input, which chooses what happens to the other bytes.
struct Choice {
  var byte: UInt8

  func bit(_ n: UInt8) -> Bool { byte >> n & 1 == 1 }

  /// - Parameter shift: the number of low bits of the byte that are ignored.
  func pick<T>(_ values: [T], shift: UInt8 = 0) -> T { values[Int(byte >> shift) % values.count] }
}

/// Limits of one megapixel of 8 bits, and the memory for decoding it: large enough to reach all code, and small enough to
/// be fast.
let fuzzLimits: Limits = {
  var limits = Limits()
  limits.pixels = 1 << 20
  limits.memory = 64 << 20
  return limits
}()

/// Checks a condition. Unlike `precondition`, it prints a message in optimized builds.
func hold(
  _ condition: Bool, _ what: @autoclosure () -> String = "", line: Int = #line, file: String = #fileID
) {
  if !condition { fatalError("\(file):\(line): the condition is false \(what())") }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = UnsafeBufferPointer(start: start, count: count)
  guard let first = input.first else { return 0 }
  Harness.run(Choice(byte: first), Array(input.dropFirst()))
  return 0
}

/// Writes the seeds to the folder where scripts/fuzz expects them, before libFuzzer reads it.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<Int32>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> Int32 {
  guard let folder = getenv("FRAMEIT_SEEDS") else { return 0 }
  for (number, seed) in Harness.seeds().enumerated() {
    for choice in [0, 0x15, 0x2A, 0x7F, 0xC4] as [UInt8] {
      guard let file = fopen("\(String(cString: folder))/drawn-\(number)-\(choice)", "w") else { continue }
      let bytes = [choice] + seed
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
  }
  return 0
}
