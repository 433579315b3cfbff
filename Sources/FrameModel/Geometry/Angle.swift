/// An angle, positive clockwise with y pointing down.
///
/// It is stored in degrees, so quarter turns are exact in any unit. Radians cannot represent them.
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
