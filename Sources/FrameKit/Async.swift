import FrameCompare
import FrameEngine
import FrameImage
import FrameLayers

// Every call that opens images also exists in this form. It works on a thread of its own, and canceling the task ends
// it within 100 ms, with an `EditError` whose cause is `.cancelled`.

extension Edit {
  /// Plans the edit of some images on a thread of its own. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func plan(
    for images: ImageSource..., as format: String? = nil
  ) async throws(EditError) -> EditPlan {
    try await onThread { edit throws(EditError) in try edit.plan(for: images, as: format) }
  }

  /// Edits images on a thread of its own. The result is in memory. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func render(_ images: ImageSource...) async throws(EditError) -> RenderedImage {
    try await onThread { edit throws(EditError) in try edit.render(images) }
  }

  /// Edits images on a thread of its own. The result is in memory. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func render(_ images: [ImageSource]) async throws(EditError) -> RenderedImage {
    try await onThread { edit throws(EditError) in try edit.render(images) }
  }

  /// Edits images on a thread of its own, and encodes the result. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func encode(
    _ images: ImageSource..., as format: String, quality: Int? = nil
  ) async throws(EditError) -> [UInt8] {
    try await onThread { edit throws(EditError) in try edit.encode(images, as: format, quality: quality) }
  }

  /// Edits images on a thread of its own, and encodes the result. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func encode(
    _ images: [ImageSource], as format: String, quality: Int? = nil
  ) async throws(EditError) -> [UInt8] {
    try await onThread { edit throws(EditError) in try edit.encode(images, as: format, quality: quality) }
  }

  /// Edits images on a thread of its own, and writes the result to a file. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func write(
    _ images: ImageSource..., to path: String, quality: Int? = nil
  ) async throws(EditError) {
    try await onThread { edit throws(EditError) in try edit.write(images, to: path, quality: quality) }
  }

  /// Edits images on a thread of its own, and writes the result to a file. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func write(
    _ images: [ImageSource], to path: String, quality: Int? = nil
  ) async throws(EditError) {
    try await onThread { edit throws(EditError) in try edit.write(images, to: path, quality: quality) }
  }

  /// Runs the script with its gestures on a thread of its own, and draws nothing. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func replay(_ images: ImageSource...) async throws(EditError) -> Replay {
    try await onThread { edit throws(EditError) in try edit.replay(images) }
  }

  fileprivate func onThread<Result: Sendable>(
    _ body: @escaping @Sendable (Edit) throws(EditError) -> Result
  ) async throws(EditError) -> Result {
    try await FrameKit.onThread(options.limits) { limits throws(EditError) in
      var edit = self
      edit.options.limits = limits
      return try body(edit)
    }
  }
}

extension Canvas {
  /// Draws the canvas on a thread of its own. The result is in memory. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func render(options: EditOptions = EditOptions()) async throws(EditError) -> RenderedImage {
    try await Edit(self, options).onThread { edit throws(EditError) in try edit.render([]) }
  }

  /// Draws the canvas on a thread of its own, and encodes it. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func encode(
    as format: String, quality: Int? = nil, options: EditOptions = EditOptions()
  ) async throws(EditError) -> [UInt8] {
    try await Edit(self, options).onThread { edit throws(EditError) in
      try edit.encode([], as: format, quality: quality)
    }
  }

  /// Draws the canvas on a thread of its own, and writes it to a file. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func write(
    to path: String, quality: Int? = nil, options: EditOptions = EditOptions()
  ) async throws(EditError) {
    try await Edit(self, options).onThread { edit throws(EditError) in
      try edit.write([], to: path, quality: quality)
    }
  }

  /// Performs the gestures on a thread of its own, and draws nothing. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func replay(options: EditOptions = EditOptions()) async throws(EditError) -> Replay {
    try await Edit(self, options).onThread { edit throws(EditError) in try edit.replay([]) }
  }
}

extension RenderedImage {
  /// Encodes the image on a thread of its own. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func encoded(as format: String, quality: Int? = nil) async throws(EditError) -> [UInt8] {
    try await identity.encode(.rendered(self), as: format, quality: quality)
  }

  /// Writes the image to a file, on a thread of its own. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func write(to path: String, quality: Int? = nil) async throws(EditError) {
    try await identity.write(.rendered(self), to: path, quality: quality)
  }
}

/// Compares two images on a thread of its own. Canceling the task ends the call.
///
/// - Throws: `EditError`
public func compare(
  _ expected: ImageSource, _ actual: ImageSource, options: Tolerance = .exact, formats: Formats = .builtIn,
  limits: Limits = Limits()
) async throws(EditError) -> Comparison {
  try await onThread(limits) { limits throws(EditError) in
    try compare(expected, actual, options: options, formats: formats, limits: limits)
  }
}

extension FolderComparison {
  /// Compares the folders on threads of its own. Canceling the task ends the call.
  ///
  /// - Throws: `EditError`
  public func run() async throws(EditError) -> [ComparedImage] {
    try await onThread(limits) { limits throws(EditError) in
      var comparison = self
      comparison.limits = limits
      return try comparison.run()
    }
  }
}

/// Returns the hash of an image's stored pixels, computed on a thread of its own. Canceling the task ends the call.
///
/// - Throws: `EditError`
public func pixelHash(
  of image: ImageSource, formats: Formats = .builtIn, limits: Limits = Limits()
) async throws(EditError) -> String {
  try await onThread(limits) { limits throws(EditError) in
    try pixelHash(of: image, formats: formats, limits: limits)
  }
}

/// Runs work on another thread.
///
/// - Parameter body: The work. Its limits end it if the task is canceled, and if the given ones are.
private func onThread<Result: Sendable>(
  _ limits: Limits, _ body: @escaping @Sendable (Limits) throws(EditError) -> Result
) async throws(EditError) -> Result {
  let cancellation = Cancellation(below: limits.cancellation)
  let result: Swift.Result<Result, EditError> = await withTaskCancellationHandler {
    await Workers.runDetached {
      var limits = limits
      limits.cancellation = cancellation
      do throws(EditError) {
        return .success(try body(limits))
      } catch {
        return .failure(error)
      }
    }
  } onCancel: {
    cancellation.cancel()
  }
  return try result.get()
}
