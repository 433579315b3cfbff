import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage

/// Where the output of a job goes, and its format, as far as that is known before the job's plan.
package struct OutputPlace: Sendable {
  /// The codec; nil for that of the first image.
  package let codec: (any Codec)?
  package let target: Target
  /// True if the frames of a sequence are files of their own.
  let isNumbered: Bool

  package enum Target: Sendable {
    case stdout
    /// The answer of a `serve` job, as base64.
    case answer
    /// The path of the first input, which the output replaces.
    case input(String)
    case file(String)
    /// A name that depends on the format, or also on the size.
    case named(PendingName)
  }

  /// A key for the file: outputs with different keys are different files. nil without a file.
  var key: [UInt8]? {
    switch target {
    case .stdout, .answer: nil
    case .input(let path): (FilePath.real(path) ?? path).systemBytes
    case .file(let path): path.systemBytes
    case .named(let name): name.key.systemBytes
    }
  }

  /// True if the name depends on the size of the output.
  var needsSize: Bool { if case .named(let name) = target { name.needsSize } else { false } }

  /// Returns the destination of an output.
  ///
  /// - Parameters:
  ///   - format: The format of the output.
  ///   - size: The size in pixels; nil if it is unknown, which `needsSize` must allow.
  ///   - isOneOfSeveral: True for one of several sizes; its name contains the width.
  ///   - frames: The number of frames, if each may be a file.
  func destination(
    _ format: ImageFormat, _ size: PixelSize?, isOneOfSeveral: Bool = false, frames: Int = 1
  ) -> Output.Destination {
    let path: String
    switch target {
    case .stdout: return .stdout
    case .answer: return .answer
    case .input(let path): return .input(path)
    case .file(let named): path = isOneOfSeveral ? Self.adding(size, to: named) : named
    case .named(let name): path = name.path(format, size, addsWidth: isOneOfSeveral)
    }
    guard isNumbered, let names = FrameFileNames(path) else { return .file(path) }
    return .frames(names, count: frames)
  }

  /// Adds a width before the extension.
  private static func adding(_ size: PixelSize?, to path: String) -> String {
    let ext = FilePath.fileExtension(path).map { ".\($0)" } ?? ""
    let width = size.map { "-\($0.width)" } ?? ""
    return FilePath.join(FilePath.folder(path), FilePath.stem(path) + width + ext)
  }
}

/// A template and the values of its fields that are known before the plan.
package struct PendingName: Sendable {
  private let template: NameTemplate
  private let stem: String
  /// The extension of the input, which is kept if the output has the same format.
  private let inputExtension: String?
  private let index: Int
  /// The folder of the input below `folder`.
  private let subfolder: String
  /// The output folder; nil for the current one, where subfolders do not matter.
  private let folder: String?

  init(_ template: NameTemplate, _ input: Input, index: Int, in folder: OutputFolder?, isNumbered: Bool) {
    (self.template, self.index, self.folder) = (template, index, folder?.path)
    stem = isNumbered ? FrameFileNames.escaped(input.stem) : input.stem
    inputExtension = FilePath.fileExtension(input.source.pathOrDash)
    subfolder = input.folder
  }

  /// A key for names that could be equal.
  var key: String { FilePath.join(subfolder, template.collisionKey(stem: stem, index: index)) }

  /// The name as far as it is known.
  var preview: NameTemplate.Preview { template.preview(stem: stem, index: index) }

  var needsSize: Bool { template.needsSize }

  /// Returns the path.
  ///
  /// - Parameter size: nil is allowed if the name does not need it.
  func path(_ format: ImageFormat, _ size: PixelSize?, addsWidth: Bool) -> String {
    let kept = inputExtension.flatMap { format.extensions.contains($0.lowercased()) ? $0 : nil }
    let values = NameTemplate.Values(stem: stem, ext: kept ?? format.extensions[0], index: index, size: size)
    let name = (addsWidth ? template.addingWidth : template).name(values)
    return folder.map { FilePath.join($0, FilePath.join(subfolder, name)) } ?? name
  }
}

extension Output {
  /// Where a planned output goes.
  package enum Destination: Equatable {
    case stdout
    /// The answer of a `serve` job, as base64.
    case answer
    case file(String)
    /// One file for each frame.
    case frames(FrameFileNames, count: Int)
    /// The path of the first input, which the output replaces.
    case input(String)

    /// The path of the file, or the pattern of the paths of frames; nil without a file.
    package var path: String? {
      switch self {
      case .stdout, .answer: nil
      case .file(let path), .input(let path): path
      case .frames(let names, _): names.pattern
      }
    }

    /// The paths of all files.
    package var files: [String] {
      if case .frames(let names, let count) = self {
        (0..<count).map(names.name)
      } else {
        [path].compactMap(\.self)
      }
    }

    /// The name in messages.
    package var name: String { path ?? (self == .stdout ? "stdout" : "outputBase64") }
  }
}
