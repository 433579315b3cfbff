/// The number of cases that tests try: all in release builds. Debug builds are slower by a factor of 30, and try a part,
/// which is the same in every run.
enum Trials {
  private static let isDebug = {
    #if !THOROUGH
      true
    #else
      false
    #endif
  }()

  /// Returns the number of random cases.
  static func count(_ all: Int, debug: Int) -> Int { isDebug ? debug : all }

  /// Returns whether a case is tried: every case in release builds, and every n-th one in debug builds.
  static func includes(_ number: Int, of n: Int) -> Bool { !isDebug || number % n == 0 }
}
