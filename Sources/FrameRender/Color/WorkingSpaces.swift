import FrameImage
import FramePlan

/// The working spaces of a plan, one for each use of a light.
struct WorkingSpaces: Sendable {
  private let resampling, blending: WorkingSpace
  /// Converts resampled pixels to those that are blended; nil if both are in the same light.
  let conversion: LightConversion?

  /// - Parameters: as of `WorkingSpace`, and the depth of the output.
  init(
    _ lights: Lights, curve: ToneCurve, uses16Bits: Bool, output: PixelFormat.Depth,
    keepsColors: Bool = false,
    kernels: InstructionSet
  ) {
    func space(_ light: Light) -> WorkingSpace {
      WorkingSpace(
        light: light, curve: curve, uses16Bits: uses16Bits, keepsColors: keepsColors, kernels: kernels)
    }
    self.init(both: space(lights.blending))
    guard lights.resampling != lights.blending else { return }
    let resampling = space(lights.resampling)
    self.init(resampling, blending, LightConversion(from: resampling, to: blending, output: output))
  }

  init(both space: WorkingSpace) { self.init(space, space, nil) }

  private init(_ resampling: WorkingSpace, _ blending: WorkingSpace, _ conversion: LightConversion?) {
    (self.resampling, self.blending, self.conversion) = (resampling, blending, conversion)
  }

  subscript(use: RenderPlan.LightUse) -> WorkingSpace {
    switch use {
    case .resampling: resampling
    case .blending: blending
    }
  }
}
