/// An angle, positive clockwise where y points down.
///
/// Degrees are what is stored, so that quarter turns are exact whatever unit they were written in:
/// radians could not even name them.
public struct Angle: Hashable, Sendable {
  public let degrees: Double

  public init(degrees: Double) {
    self.degrees = degrees
  }

  public init(radians: Double) {
    self.degrees = radians * (180 / Double.pi)
  }

  public init(turns: Double) {
    self.degrees = turns * 360
  }

  public static let zero = Angle(degrees: 0)

  public var radians: Double { degrees * (Double.pi / 180) }
}
