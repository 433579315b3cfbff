import FrameModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What a harness is made of. Each file of Tests/Fuzzing has one, by the name of `Harness`.
protocol FuzzTarget {
  /// Small inputs that reach what there is to reach, drawn by our own encoders.
  static func seeds() -> [[UInt8]]
  /// What must hold for whatever bytes is said by `hold`.
  static func run(_ choice: Choice, _ bytes: [UInt8])
}

/// An input's first byte: what is done with the others.
struct Choice {
  var byte: UInt8

  func bit(_ n: UInt8) -> Bool { byte >> n & 1 == 1 }

  /// - Parameter shift: of the bits that choose.
  func pick<T>(_ values: [T], shift: UInt8 = 0) -> T { values[Int(byte >> shift) % values.count] }
}

/// One 8-bit megapixel, and what it takes to decode it: large enough for every path, small enough for haste.
let fuzzLimits: Limits = {
  var limits = Limits()
  limits.pixels = 1 << 20
  limits.memory = 64 << 20
  return limits
}()

/// As `precondition`, which is silent in what is optimized.
func hold(
  _ condition: Bool, _ what: @autoclosure () -> String = "", line: Int = #line, file: String = #fileID
) {
  if !condition { fatalError("\(file):\(line) does not hold \(what())") }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = UnsafeBufferPointer(start: start, count: count)
  guard let first = input.first else { return 0 }
  Harness.run(Choice(byte: first), Array(input.dropFirst()))
  return 0
}

/// Writes the seeds to where the script reads them, before libFuzzer looks there.
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
