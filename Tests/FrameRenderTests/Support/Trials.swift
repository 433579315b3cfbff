/// The number of cases that tests try: all in `make test-release`. `make test` tries a part, which is the same in every
/// run.
enum Trials {
  private static let isShort = {
    #if !THOROUGH
      true
    #else
      false
    #endif
  }()

  /// Returns the number of random cases.
  static func count(_ all: Int, few: Int) -> Int { isShort ? few : all }

  /// Returns whether a case is tried: every case in `make test-release`, and every n-th one in `make test`.
  static func includes(_ number: Int, of n: Int) -> Bool { !isShort || number % n == 0 }
}
