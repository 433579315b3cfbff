import FrameImage

/// A source that decodes an image ahead of its reader, on threads that would be idle otherwise.
///
/// The first free thread decodes the next band: a helper if there is room for the band, or else the reader itself.
/// Therefore reading also finishes on a single thread.
///
/// `Sendable` is unchecked because the compiler cannot see that only one thread at a time uses the decoder: the one
/// that has set `isDecoding`.
final class ReadAhead: PixelSource, @unchecked Sendable {
  let size: PixelSize
  let format: PixelFormat
  private let rows: Int
  private let rowBytes: Int
  private let bandRows: Int
  private let source: any PixelSource & AnyObject
  private let limits: Limits
  private let progress = Monitor(Progress())

  private static let maximumBands = 3
  private static let bandBytes = 1 << 20

  private struct Band: Sendable {
    let first: Int
    let end: Int
    let bytes: [UInt8]
  }

  private struct Progress: Sendable {
    /// Decoded bands, from the top down. The reader reads the first one.
    var bands: [Band] = []
    var isDecoding = false
    /// The first row that is not decoded yet.
    var next = 0
    /// True once the reader needs no more rows.
    var isStopped = false
    var failure: (any Error)?

    /// Takes the decoder and returns the first row to decode; nil if it is in use or nothing is left to decode.
    mutating func begin(upTo rows: Int) -> Int? {
      guard !isDecoding, !isStopped, failure == nil, next < rows else { return nil }
      isDecoding = true
      return next
    }
  }

  /// - Parameter rows: how many rows will be read, from the top down. Rows below them are never decoded.
  init(_ source: any PixelSource & AnyObject, rows: Int, limits: Limits = Limits()) {
    self.limits = limits
    self.source = source
    self.rows = rows
    size = source.size
    format = source.format
    rowBytes = source.format.rowBytes(width: source.size.width)
    bandRows = max(1, min(64, Self.bandBytes / rowBytes))
  }

  /// Decodes bands for the reader until all rows are decoded or the reader stops.
  func decodeAhead() {
    while let row = progress.wait(for: { progress -> Int?? in
      if progress.isStopped || progress.failure != nil || progress.next >= self.rows { return .some(nil) }
      guard progress.bands.count < Self.maximumBands else { return nil }
      return progress.begin(upTo: self.rows).map { .some($0) }
    }) {
      decode(from: row)
    }
  }

  /// Stops decoding: the reader needs no more rows.
  func stop() {
    progress.change { $0.isStopped = true }
  }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    try limits.checkCancellation()
    var (row, offset) = (row, 0)
    while offset < band.count {
      let ready = try self.band(with: row)
      let start = (row - ready.first) * rowBytes
      let count = min(ready.bytes.count - start, band.count - offset)
      ready.bytes.withUnsafeBytes { from in
        band.withUnsafeMutableBytes { to in
          UnsafeMutableRawBufferPointer(rebasing: to[offset..<offset + count]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: from[start..<start + count]))
        }
      }
      offset += count
      row += count / rowBytes
    }
  }

  func finish() throws {
    stop()
    // Wait for the thread that decodes.
    progress.wait { $0.isDecoding ? nil : () }
    if let failure = progress.read({ $0.failure }) { throw failure }
    var source: any PixelSource = source
    try source.finish()
  }

  private enum Step {
    case ready(Band)
    case decode(Int)
    case failed(any Error)
  }

  /// Returns the band that contains a row, and releases the bands above it.
  private func band(with row: Int) throws -> Band {
    while true {
      let step = progress.wait { progress -> Step? in
        while let band = progress.bands.first, band.end <= row { progress.bands.removeFirst() }
        if let band = progress.bands.first { return .ready(band) }
        if let failure = progress.failure { return .failed(failure) }
        return progress.begin(upTo: self.rows).map { .decode($0) }
      }
      switch step {
      case .ready(let band):
        // Wake the helpers: released bands have made room.
        progress.change { _ in }
        return band
      case .decode(let next): decode(from: next)
      case .failed(let error): throw error
      }
    }
  }

  /// Decodes one band. The caller has taken the decoder.
  private func decode(from row: Int) {
    let count = min(bandRows, rows - row)
    var bytes = [UInt8](repeating: 0, count: count * rowBytes)
    var failure: (any Error)?
    do {
      var span = bytes.mutableSpan
      var source: any PixelSource = source
      try source.read(from: row, into: &span)
    } catch {
      failure = error
    }
    progress.change { progress in
      progress.isDecoding = false
      if let failure {
        progress.failure = failure
      } else {
        progress.bands.append(Band(first: row, end: row + count, bytes: bytes))
        progress.next = row + count
      }
    }
  }
}

extension ReadAhead {
  /// Runs `body`, which reads the sources, with one more thread per source that decodes ahead.
  ///
  /// - Parameter jobs: 1 runs `body` without other threads.
  static func run<R>(_ sources: [ReadAhead], jobs: Int, _ body: @escaping () throws -> R) throws -> R {
    guard jobs > 1 else { return try body() }
    let reader = Reader(body)
    let roles = Monitor(0)
    Workers.run(sources.count + 1) {
      let role = roles.change { role in
        defer { role += 1 }
        return role
      }
      if role > 0 { return sources[role - 1].decodeAhead() }
      reader.run()
      for source in sources { source.stop() }
    }
    return try reader.result!.get()
  }

  /// The body that the first thread runs, and its result.
  ///
  /// `Sendable` is unchecked: one thread runs the body, and all threads are joined before the result is read.
  private final class Reader<R>: @unchecked Sendable {
    private let body: () throws -> R
    private(set) var result: Result<R, any Error>?

    init(_ body: @escaping () throws -> R) { self.body = body }

    func run() { result = Result { try body() } }
  }
}
