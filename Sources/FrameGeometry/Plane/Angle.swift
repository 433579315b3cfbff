/// An angle, positive clockwise with y pointing down.
///
/// It is stored in degrees, so quarter turns are exact in any unit. Radians cannot represent them.
public struct Angle: Hashable, Sendable {
  /// The angle in degrees, which are stored: 90 degrees are exact.
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

  /// 0 degrees.
  public static let zero = Angle(degrees: 0)

  /// Returns an angle given in degrees.
  public static func degrees(_ degrees: Double) -> Angle { Angle(degrees: degrees) }
  /// Returns an angle given in radians.
  public static func radians(_ radians: Double) -> Angle { Angle(radians: radians) }
  /// Returns an angle given in full turns.
  public static func turns(_ turns: Double) -> Angle { Angle(turns: turns) }

  /// The angle in radians, rounded.
  public var radians: Double { degrees * (Double.pi / 180) }
}
