import FrameGeometry
import FrameCodec
import FrameEngine
import FrameFiles
import FrameImage
import FrameReports

/// Something that becomes an image: an edit that is applied to images, a canvas, or a rendered image.
///
/// Nothing is opened or drawn before one of the methods is called. Each method also has an `async` form, which works on a thread
/// of its own; canceling its task ends it within 100 ms, with an `EditError` whose code is `.cancelled`.
public protocol Renderable: Sendable {
  /// The edit and its images.
  var edited: EditedImage { get }
}

/// Images, and the edit that is applied to them.
///
///     try edit.apply(to: .file("photo.jpg")).write(to: "framed.jpg")
public struct EditedImage: Renderable {
  let edit: Edit
  let images: [ImageSource]

  public var edited: EditedImage { self }
}

extension Edit {
  /// Applies the edit to an image, when the result is asked for.
  public func apply(to image: ImageSource) -> EditedImage { EditedImage(edit: self, images: [image]) }

  /// Applies the edit to images, when the result is asked for.
  ///
  /// - Parameter images: The images, in the order in which the script takes them.
  public func apply(to images: [ImageSource]) -> EditedImage { EditedImage(edit: self, images: images) }
}

/// An edit without images: the script draws, or names its images.
extension Edit: Renderable {
  public var edited: EditedImage { apply(to: []) }
}

extension RenderedImage: Renderable {
  public var edited: EditedImage {
    // The edit of the image has already chosen metadata, colors and frames.
    var own = EditOptions()
    (own.formats, own.limits, own.cancellation, own.threads) = (
      options.formats, options.limits, options.cancellation, options.threads
    )
    return Edit.identity(own).apply(to: .rendered(self))
  }
}

extension Canvas: Renderable {
  public var edited: EditedImage { with(EditOptions()) }

  /// Returns the drawing of the canvas with formats, limits and other settings.
  ///
  ///     try canvas.with(options).write(to: "card.png")
  public func with(_ options: EditOptions) -> EditedImage {
    EditedImage(edit: Edit(self, options), images: [])
  }
}

// MARK: Results

extension Renderable {
  /// Plans the output from the headers of images. No pixel is decoded, unless the script asks what images show, as
  /// `auto-levels` and `trim` do.
  ///
  /// - Parameter encoding: The encoding of the output; nil for the first image's format.
  public func plan(as encoding: Encoding? = nil) throws(EditError) -> EditPlan {
    EditPlan(try edited.prepare(encoding))
  }

  /// Draws the image. The result is in memory.
  public func render() throws(EditError) -> RenderedImage {
    let (edit, options) = (edited.edit, edited.edit.options)
    let prepared = try edit.prepare(edited.images, codec: BitmapCodec(), lossless: .never)
    return try edit.convertingFailures(at: .render) { () throws(EditFailure) in
      let rendered = try prepared.renderIntoMemory(options.rendering)
      return RenderedImage(
        frames: rendered.frames, loopCount: rendered.loopCount,
        metadata: prepared.filteredMetadata.metadata,
        notices: (prepared.notices + rendered.notices).map(\.message.text), options: options)
    }
  }

  /// Draws and encodes the image. A JPEG that is only turned, mirrored or cropped is not decoded.
  ///
  /// - Parameter encoding: The format, and its settings.
  public func encoded(as encoding: Encoding) throws(EditError) -> [UInt8] {
    let (output, name) = (ByteOutput(), encoding.format.rawValue)
    let codec = try edited.edit.options.formats.writer(of: encoding, for: name)
    try edited.encode(encoding, by: codec, into: output, named: name)
    return output.takeBytes()
  }

  /// Draws the image and writes it to a file. A JPEG that is only turned, mirrored or cropped is not decoded.
  ///
  /// The file appears under its name when it is complete. It replaces an existing file, which may be one of the
  /// images. A link stays, and its target is replaced.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - encoding: The format, and its settings; nil for the format that the extension of the path names.
  public func write(to path: String, as encoding: Encoding? = nil) throws(EditError) {
    let encoding = encoding ?? Encoding(ImageFileType(rawValue: FilePath.fileExtension(path) ?? ""))
    let codec = try edited.edit.options.formats.writer(of: encoding, for: path)
    // The name is the caller's, also where a link leads elsewhere.
    let convert = { (error: FileError) in EditError(FileError(path, error.problem), at: .encode) }
    // A link stays, and its target is replaced.
    let file = try converting(OutputFile(FilePath.real(path) ?? path, replaces: true), convert)
    try edited.encode(encoding, by: codec, into: file.output, named: path)
    try converting(file.commit(), convert)
  }

  /// Runs the script or canvas with its gestures and draws nothing. Only the headers of images are read.
  ///
  /// - Returns: The layers at the end, and what the recognizers saw.
  public func replay() throws(EditError) -> Replay { try edited.edit.replay(edited.images) }
}

// MARK: On a thread of its own

extension Renderable {
  /// Plans the output from the headers of images; see the form without `async`.
  public func plan(as encoding: Encoding? = nil) async throws(EditError) -> EditPlan {
    try await onThread { image throws(EditError) in try image.plan(as: encoding) }
  }

  /// Draws the image; see the form without `async`.
  public func render() async throws(EditError) -> RenderedImage {
    try await onThread { image throws(EditError) in try image.render() }
  }

  /// Draws and encodes the image; see the form without `async`.
  public func encoded(as encoding: Encoding) async throws(EditError) -> [UInt8] {
    try await onThread { image throws(EditError) in try image.encoded(as: encoding) }
  }

  /// Draws the image and writes it to a file; see the form without `async`.
  public func write(to path: String, as encoding: Encoding? = nil) async throws(EditError) {
    try await onThread { image throws(EditError) in try image.write(to: path, as: encoding) }
  }

  /// Runs the script or canvas with its gestures; see the form without `async`.
  public func replay() async throws(EditError) -> Replay {
    try await onThread { image throws(EditError) in try image.replay() }
  }

  private func onThread<Result: Sendable>(
    _ body: @escaping @Sendable (EditedImage) throws(EditError) -> Result
  ) async throws(EditError) -> Result {
    let edited = edited
    return try await FrameKit.onThread(edited.edit.options.cancellation) { cancellation throws(EditError) in
      var edit = edited.edit
      edit.options.cancellation = cancellation
      return try body(EditedImage(edit: edit, images: edited.images))
    }
  }
}

/// Runs work on another thread.
///
/// - Parameters:
///   - outer: Ends the work as well as the task's cancellation does.
///   - body: The work. The cancellation that it receives ends it.
func onThread<Result: Sendable>(
  _ outer: Cancellation?, _ body: @escaping @Sendable (Cancellation) throws(EditError) -> Result
) async throws(EditError) -> Result {
  let cancellation = Cancellation(below: outer)
  let result: Swift.Result<Result, EditError> = await withTaskCancellationHandler {
    await Workers.runDetached {
      Swift.Result { () throws(EditError) in try body(cancellation) }
    }
  } onCancel: {
    cancellation.cancel()
  }
  return try result.get()
}

// MARK: Preparation

extension EditedImage {
  fileprivate func prepare(_ encoding: Encoding?) throws(EditError) -> PreparedEdit {
    guard let encoding else { return try edit.prepare(images, codec: nil) }
    let name = encoding.format.rawValue
    return try edit.prepare(
      images, codec: try edit.options.formats.writer(of: encoding, for: name),
      settings: try encoding.settings(for: name))
  }

  /// - Parameter name: The name of the output in errors.
  fileprivate func encode(
    _ encoding: Encoding, by codec: any Codec, into output: ByteOutput, named name: String
  ) throws(EditError) {
    output.cancellation = edit.options.cancellation
    let prepared = try edit.prepare(
      images, codec: codec, settings: try encoding.settings(for: name), output: name)
    try edit.convertingFailures(at: .render, output: name) { () throws(EditFailure) in
      _ = try prepared.render(into: output, options: edit.options.rendering)
    }
  }
}
