// Imports the C library for all files of this module: an exported import is visible in the whole module.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#endif

/// Functions of the C library whose names the module's own methods have, too.
enum Platform {
  static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path.systemName, flags, mode)
    #elseif canImport(Musl)
      Musl.open(path.systemName, flags, mode)
    #endif
  }
}
