import FrameEngine
import FramePlan
import FrameReports

/// The plan of an edit, decided before any pixel is read. Two plans are equal if they do the same.
public struct EditPlan: Hashable, Sendable, CustomStringConvertible {
  private let plan: RenderPlan
  /// The output's format.
  public let format: ImageFileType
  /// Notices about what the output will lack.
  public let notices: [String]
  /// The plan as text, one fact per line.
  public let description: String

  init(_ edit: PreparedEdit) {
    let report = PlanReport(edit)
    (plan, notices) = (edit.plan, report.notices)
    format = ImageFileType(rawValue: report.format)
    description = report.text()
  }

  /// The size of the output.
  public var size: PixelSize { plan.window.size }
  /// The pixel format of the output.
  public var pixelFormat: PixelFormat { plan.output }
  /// True if the output has the blocks of a stored JPEG: no pixel is decoded.
  public var isLossless: Bool { plan.move != nil }
  /// True if the output has the pixels of one image, copied without resampling.
  public var isCopy: Bool { plan.copied != nil }
}
