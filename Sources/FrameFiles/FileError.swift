import FrameGeometry
import FrameCodec
import FrameImage
import FrameMessages
import FrameScript
import Platform

/// An error of a file that is opened, read, decoded or written, with the name that the user gave it.
package struct FileError: Error, Equatable {
  package var name: String
  package var problem: FileProblem

  package init(_ name: String, _ problem: FileProblem) {
    (self.name, self.problem) = (name, problem)
  }
}

extension FileError {
  /// Returns the result of reading or decoding a file, or converts its error.
  ///
  /// - Parameter name: The name of the file.
  package static func reading<R>(
    _ name: String, _ body: @autoclosure () throws(CodecError) -> R
  ) throws(FileError) -> R {
    return try converting(body()) { (error: CodecError) in FileError(name, .unreadable(error)) }
  }

  /// Returns the result of a body that throws only errors of this type.
  package static func reading<R>(_ name: String, _ body: () throws -> R) throws(FileError) -> R {
    try converting(body()) { (error: any Error) in
      error as? FileError ?? FileError(name, .unreadable(.misuse(detail: "\(error)")))
    }
  }
}

/// A problem of opening, reading, decoding or writing a file.
package indirect enum FileProblem: Equatable, Sendable {
  /// The operating system's error number.
  case system(Int32)
  case brokenLink
  /// The file is a folder that cannot be read, with the system's error number.
  case unreadableFolder(Int32)
  /// The file is not a regular file; the role is that of a regular file in its place.
  case notAFile(FileKind, role: InputRole)
  /// The file is larger than the limit of its role.
  case tooLarge(InputLimit)
  /// The file was changed after it was opened.
  case changed(from: FileStamp, to: FileStamp)
  /// The bytes cannot be read or decoded.
  case unreadable(CodecError)
  /// The same for the gain map in the file of an image.
  case unreadableGainMap(CodecError)
  /// A file of boxes is not as it must be, with the position in it.
  case boxes(ScriptError)
  /// A script names a file outside of the folders that it may read.
  case outsideFolder
  /// A script names a file, but may read none.
  case notAllowed
  /// The file of a script cannot be read.
  case scriptFile(FileProblem)
  /// The file of a script is not UTF-8.
  case scriptText(ScriptError)
  /// The file cannot be written. If its folder is the problem, the error names the folder.
  case output(OutputProblem)
}

/// A problem of writing a file.
package enum OutputProblem: Equatable, Sendable {
  /// The operating system's error number.
  case system(Int32)
  case codec(CodecError)
  /// The finished file cannot be read again.
  case unreadable(CodecError)
  case exists
  case isInput
  /// The run reads the file, or keeps its journal there.
  case isUsed
  /// The path's folder does not exist.
  case noFolder
  case isFolder, isLink, isNotRegular
  /// An input that should be replaced is not a regular file.
  case inputIsNotRegular
  /// The folder cannot be created or written to; the number is the system's.
  case cannotCreateFolder(Int32)
  case cannotWriteToFolder(Int32)
  /// The path of a folder leads to a file, or to a link without a target.
  case folderIsFile, folderIsBrokenLink
  /// The output folder was removed during the run.
  case folderIsGone

  /// The operating system's error number that is closest.
  package var errorNumber: Int32 {
    switch self {
    case .system(let number), .cannotCreateFolder(let number), .cannotWriteToFolder(let number): number
    case .codec, .unreadable: EIO
    case .exists, .isInput, .isUsed: EEXIST
    case .isFolder: EISDIR
    case .folderIsFile: ENOTDIR
    case .isNotRegular, .inputIsNotRegular: EINVAL
    // Links are followed before, so this one has no target.
    case .noFolder, .isLink, .folderIsBrokenLink, .folderIsGone: ENOENT
    }
  }
}

/// A kind of file that has no contents to read.
package enum FileKind: Equatable, Sendable {
  case folder, pipe, socket, device
}

package enum InputRole: Equatable, Sendable {
  case image, list, script
}

extension FileProblem {
  /// The problem as text, without the name of the file. Errors of an `include` quote it.
  package var text: String {
    switch self {
    case .system(let number): CodecError.systemMessage(number)
    case .brokenLink: "is a broken link"
    case .unreadableFolder(let number): "cannot read the folder: \(CodecError.systemMessage(number))"
    case .notAFile(.folder, .list): "is a folder, not a list"
    case .notAFile(.folder, .image): "is a folder, not an image"
    case .notAFile(.folder, .script): "is a folder, not a script"
    case .notAFile(.pipe, _): "is a pipe, not a file"
    case .notAFile(.socket, _): "is a socket, not a file"
    case .notAFile(.device, _): "is a device, not a file"
    case .tooLarge(let limit): limit.text
    case .changed(let old, let new): "was changed while it was used: \(old.text), then \(new.text)"
    case .unreadable(let error), .unreadableGainMap(let error): error.message.text
    case .boxes(let error) where error.problem == .notUTF8: "is not JSON in UTF-8"
    case .boxes(let error):
      "line \(error.position.line), column \(error.position.column): \(error.problem.message.text)"
    case .outsideFolder: "is outside of the folders that the script may read"
    case .notAllowed: "a script in a string cannot open files"
    case .scriptFile(let problem): problem.text
    case .scriptText(let error): error.problem.message.text
    case .output(.codec(let error)): error.message.text
    case .output(let problem): CodecError.systemMessage(problem.errorNumber)
    }
  }
}

extension FileProblem {
  /// The problem as a sentence that does not need the name of the file before it.
  package var reason: String {
    switch self {
    case .system, .unreadableFolder, .unreadable, .unreadableGainMap, .notAllowed, .tooLarge(.script),
      .scriptText, .output:
      text
    case .scriptFile(let problem): problem.reason
    case .boxes(let error) where error.problem != .notUTF8: text
    case .boxes, .brokenLink, .notAFile, .tooLarge, .changed, .outsideFolder: "the file \(text)"
    }
  }
}

extension FileStamp {
  /// The size, and the time of the last change in UTC: "120 bytes of 2026-11-24 07:30:26.125".
  fileprivate var text: String {
    let (seconds, nanoseconds) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    var start = time_t(seconds)
    var date = tm()
    gmtime_r(&start, &date)
    func digits(_ number: some BinaryInteger, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    let day = "\(date.tm_year + 1900)-\(digits(date.tm_mon + 1, 2))-\(digits(date.tm_mday, 2))"
    let clock = [date.tm_hour, date.tm_min, date.tm_sec].map { digits($0, 2) }.joined(separator: ":")
    return "\(size) bytes of \(day) \(clock).\(digits(nanoseconds.magnitude / 1_000_000, 3))"
  }
}

extension InputLimit {
  fileprivate var text: String {
    switch self {
    case .memory(let bytes): "is larger than the memory limit of \(LimitExceeded.bytes(bytes))"
    case .script(let bytes):
      LimitExceeded(.scriptBytes, needed: bytes + 1, allowed: bytes).message.text
    case .log(let bytes):
      LimitExceeded(.logBytes, needed: bytes + 1, allowed: bytes).message.text
    case .caseFile(let bytes):
      "is larger than the limit of \(LimitExceeded.bytes(bytes)) for a test case file"
    case .nothing: "is not read into memory"
    }
  }
}
