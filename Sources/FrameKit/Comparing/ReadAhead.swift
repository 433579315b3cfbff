import FrameModel
import FrameThreads

/// Reads an image ahead of whoever wants its rows, on threads that would wait otherwise.
///
/// Whoever comes first decodes the next band: a helper, as long as there is room, or else the reader itself.
/// So it comes to its end on one thread, too.
///
/// Unchecked, as the compiler does not know that only one at a time has the decoder: `isDecoding` says who.
final class ReadAhead: PixelSource, @unchecked Sendable {
  let size: PixelSize
  let format: PixelFormat
  private let rows: Int
  private let rowBytes: Int
  private let bandRows: Int
  private let source: any PixelSource & AnyObject
  private let limits: Limits
  private let progress = Monitor(Progress())

  private static let mostBands = 3
  private static let bandBytes = 1 << 20

  private struct Band: Sendable {
    let first: Int
    let end: Int
    let bytes: [UInt8]
  }

  private struct Progress: Sendable {
    /// From the top down; the first is the one that is being read.
    var bands: [Band] = []
    var isDecoding = false
    /// The first row that is not decoded yet.
    var next = 0
    var hasEnded = false
    var failure: (any Error)?

    /// Takes the decoder, if there is something to decode.
    mutating func begin(upTo rows: Int) -> Int? {
      guard !isDecoding, !hasEnded, failure == nil, next < rows else { return nil }
      isDecoding = true
      return next
    }
  }

  /// - Parameter rows: how many will be read, from the top down; none below is touched.
  init(_ source: any PixelSource & AnyObject, rows: Int, limits: Limits = Limits()) {
    self.limits = limits
    self.source = source
    self.rows = rows
    size = source.size
    format = source.format
    rowBytes = source.format.rowBytes(width: source.size.width)
    bandRows = max(1, min(64, Self.bandBytes / rowBytes))
  }

  /// Decodes for the reader, until nothing is left or it wants no more.
  func help() {
    while let row = progress.wait(for: { progress -> Int?? in
      if progress.hasEnded || progress.failure != nil || progress.next >= self.rows { return .some(nil) }
      guard progress.bands.count < Self.mostBands else { return nil }
      return progress.begin(upTo: self.rows).map { .some($0) }
    }) {
      decode(from: row)
    }
  }

  /// Says that no more rows are wanted.
  func end() {
    progress.change { $0.hasEnded = true }
  }

  func read(from row: Int, into band: inout MutableSpan<UInt8>) throws {
    try limits.checkCancellation()
    var (row, at) = (row, 0)
    while at < band.count {
      let ready = try self.band(with: row)
      let start = (row - ready.first) * rowBytes
      let count = min(ready.bytes.count - start, band.count - at)
      ready.bytes.withUnsafeBytes { from in
        band.withUnsafeMutableBytes { to in
          UnsafeMutableRawBufferPointer(rebasing: to[at..<at + count]).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: from[start..<start + count]))
        }
      }
      at += count
      row += count / rowBytes
    }
  }

  func finish() throws {
    end()
    // Whoever decodes comes to an end first.
    progress.wait { $0.isDecoding ? nil : () }
    if let failure = progress.change({ $0.failure }) { throw failure }
    var source: any PixelSource = source
    try source.finish()
  }

  private enum Step {
    case ready(Band)
    case decode(Int)
    case failed(any Error)
  }

  /// The band that has a row; those above are let go.
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
        // There is room again.
        progress.change { _ in }
        return band
      case .decode(let next): decode(from: next)
      case .failed(let error): throw error
      }
    }
  }

  /// Whoever calls has the decoder.
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
  /// Runs `body`, which reads these, with a thread for each that decodes ahead.
  ///
  /// - Parameter jobs: for one there is no other thread.
  static func run<R>(_ sources: [ReadAhead], jobs: Int, _ body: () throws -> R) throws -> R {
    guard jobs > 1 else { return try body() }
    return try withoutActuallyEscaping(body) { body in
      let reader = Reader(body)
      let roles = Monitor(0)
      Workers.run(sources.count + 1) {
        let role = roles.change { role in
          defer { role += 1 }
          return role
        }
        if role > 0 { return sources[role - 1].help() }
        reader.run()
        for source in sources { source.end() }
      }
      return try reader.result!.get()
    }
  }

  /// What is run once, by whichever thread comes first.
  ///
  /// Unchecked: the threads are joined before the result is taken.
  private final class Reader<R>: @unchecked Sendable {
    private let body: () throws -> R
    private(set) var result: Result<R, any Error>?

    init(_ body: @escaping () throws -> R) { self.body = body }

    func run() { result = Result { try body() } }
  }
}
