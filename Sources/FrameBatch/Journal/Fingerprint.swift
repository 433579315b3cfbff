import FrameGeometry
import CXXHash
import FrameCodec
import FrameEngine
import FrameFiles

/// A hash of everything that an output depends on: 128 bits of XXH3 over the program's version, its options, the script
/// and all files that were read.
///
/// XXH3 is not a cryptographic hash: a person who chooses the contents can construct collisions.
package struct Fingerprint {
  private let state: OpaquePointer

  init() {
    // It allocates a few hundred bytes. If that fails, nothing else can run either.
    state = cxxhash_begin()!
  }

  /// Returns the checksum of a file; nil if the path is not a readable regular file.
  package static func checksum(of path: String) -> String? {
    guard OutputFile.isRegular(path), let file = try? InputFile(.file(path), limit: .nothing) else {
      return nil
    }
    return try? checksum(of: file.open())
  }

  /// Returns the checksum of all bytes of an input.
  package static func checksum(of bytes: ByteInput) throws(CodecError) -> String {
    let fingerprint = Fingerprint()
    try fingerprint.add(bytes)
    return fingerprint.finish()
  }

  /// Ends the computation and returns the hash as 32 hexadecimal digits. Call it once.
  package func finish() -> String {
    var (high, low): (UInt64, UInt64) = (0, 0)
    cxxhash_end(state, &high, &low)
    return String(high, digits: 16, radix: 16) + String(low, digits: 16, radix: 16)
  }

  /// Returns true if a text has the form of a fingerprint.
  static func isValid(_ text: String) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy(Set("0123456789abcdef".utf8).contains)
  }

  /// Adds a text and its length, so that two texts differ from their concatenation.
  package func add(_ text: String) {
    let bytes = Array(text.utf8)
    add(count: bytes.count)
    add(bytes)
  }

  /// Adds all bytes of a file and their number.
  package func add(_ input: ByteInput) throws(CodecError) {
    add(count: input.length)
    var at = 0
    while at < input.length {
      let bytes = try input.read(at: at, count: 1 << 18)
      guard !bytes.isEmpty else { throw .truncated(detail: "the file was truncated while it was read") }
      add(bytes)
      at += bytes.count
    }
  }

  private func add(count: Int) {
    withUnsafeBytes(of: UInt64(count).littleEndian) { add(Array($0)) }
  }

  /// Adds bytes whose end is known from their content.
  package func add(_ bytes: [UInt8]) {
    cxxhash_add(state, bytes, bytes.count)
  }

  /// Returns the fingerprint of everything that an output depends on.
  ///
  /// - Throws: `BatchError` if an input cannot be read.
  static func output(
    of edit: PreparedEdit, _ host: FileHost, _ job: Job, in run: JobRunner
  ) throws(BatchError) -> String {
    let (session, settings) = (run.session, run.settings)
    // The output replaces the input, so the next run cannot read what it was made from.
    if run.naming.isInPlace { return Self.edit(session, settings) }
    let fingerprint = Fingerprint()
    fingerprint.add(run.environment.version)
    fingerprint.add(([edit.codec] + edit.images.map(\.codec)).map(\.library).joined(separator: ";"))
    fingerprint.add(run.settingsText)
    if settings.rate != nil {
      fingerprint.addScript(of: session)
      let context = session.context(index: job.index, inputs: job.inputs)
      fingerprint.add("\(context.index) \(context.stem) \(run.naming.isNumbered)")
      if session.script.inputs.takesAll { for input in context.inputs { fingerprint.add(input.name) } }
    }
    // The plan contains the effects of script, seed and parameters, but no name of a file: a renamed input is the same input.
    edit.plan.forEachPiece(fingerprint.add)
    for file in host.opened {
      let bytes = try BatchError.converting(file.open())
      try converting(fingerprint.add(bytes)) { BatchError(.input(.unreadable($0)), of: file.name) }
    }
    return fingerprint.finish()
  }

  /// Returns the fingerprint of an edit itself, independent of the inputs and of the program's version.
  package static func edit(_ session: EditSession, _ settings: OutputSettings) -> String {
    let fingerprint = Fingerprint()
    fingerprint.add(settings.text(session.editor.metadata))
    fingerprint.addScript(of: session)
    return fingerprint.finish()
  }

  private func addScript(of session: EditSession) {
    for file in session.script.files { add(file.digest == 0 ? file.text : "log \(file.digest)") }
    for (name, value) in session.parameters.sorted(by: { $0.key < $1.key }) { add("\(name)=\(value)") }
    add("\(session.seed)")
  }
}

extension OutputSettings {
  /// Returns a text of the settings, which is different for settings that give different outputs. To print them takes as long as to
  /// plan a small edit.
  func text(_ metadata: MetadataPolicy) -> String {
    """
    \(encoding) \(policy) \(frames) \(onDamage) \(to.map { "\($0)" } ?? "") \(rate.map { "frames \($0)" } ?? "")
    \(metadata.keeps.map { "\($0.map(\.rawValue).sorted())" } ?? "")
    \(metadata.drops.map(\.rawValue).sorted())
    """
  }
}
