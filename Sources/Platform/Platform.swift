// The C library of the system, under one name for all modules. docs/porting.md lists what is used of Linux alone.
#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#elseif canImport(Darwin)
  @_exported import Darwin
#endif
