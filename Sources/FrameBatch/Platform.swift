// Imports the C library for all files of this module: an exported import is visible in the whole module.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#endif
