import Foundation
import FrameGeometry
import FrameImage
import TestSupport
import Testing

/// The seats of the seating chart example: their look, and their places on the chart.
@Suite struct SeatTests {
  private func definitions(_ rest: String) throws -> Played {
    try play(example("seating-chart.txt", upTo: "group chart") + rest)
  }

  private func shape(_ name: String, of played: Played) throws -> Path {
    guard case .shape(let shape) = try played.layer(name).content else { throw CancellationError() }
    return shape.path
  }

  private func seats(_ stand: String, of played: Played) throws -> [Path] {
    let scene = played.result.scene
    let group: Int = try #require(scene.index(of: "\(stand)_seats"))
    return try scene.children(of: group).map {
      try shape(scene.layers[$0].name, of: played)
    }
  }

  @Test("A seat has a back of h/3-g, a squab of h/2-g, a rod between, and corners of w/15, h/15")
  func parts() throws {
    let path = try shape("one", of: definitions("layer one path \"$seat\" with 90 0 0 60 0 0"))
    let starts = path.elements.indices.filter { if case .move = path.elements[$0] { true } else { false } }
    let parts = zip(starts, starts.dropFirst() + [path.elements.endIndex]).map {
      Path(Array(path.elements[$0..<$1]))
    }
    let boxes = try parts.map { try #require($0.boundingBox) }
    try #require(boxes.count == 3)
    let (height, gap) = (60.0, 6.0)
    expectTrue(isClose(boxes[0], [0, gap, 90, height / 3 - gap]))
    expectTrue(isClose(boxes[1], [40.5, height / 3, 9, height / 6]))
    expectTrue(isClose(boxes[2], [0, height / 2, 90, height / 2 - gap]))
    for part in [parts[0], parts[2]] {
      let corners = part.elements.compactMap { if case .arc(let arc) = $0 { arc } else { nil } }
      expectEqual(corners.count, 4)
      for corner in corners {
        expectTrue(abs(hypot(corner.u.dx, corner.v.dx) - 6) < 1e-9)
        expectTrue(abs(hypot(corner.u.dy, corner.v.dy) - 4) < 1e-9)
      }
    }
  }

  @Test("Seats are blue with a black stroke of 0.05")
  func look() throws {
    let look = try definitions("straight \"t\" 0 0 50 20 0").layer("seat0").state.look
    expectEqual(look.fill?.paint, .color(Color(red: 10 / 255, green: 132 / 255, blue: 1)))
    expectEqual(look.stroke?.paint, .color(Color(red: 0, green: 0, blue: 0)))
    expectEqual(look.stroke?.style.width, 0.05)
  }

  @Test("A stand has ten rows, whatever its height", arguments: [3.0, 7, 30])
  func tenRows(height: Double) throws {
    for (width, high) in [(5 * height, height), (height, 5 * height)] {
      let played = try definitions("straight \"t\" 0 0 \(width) \(high) 0")
      let centers = try seats("t", of: played).map { try #require($0.boundingBox) }
      let across = Set(centers.map { (width > high ? $0.midY : $0.midX).rounded(to: 1e-6) })
      expectEqual(across.count, 10)
      expectEqual(centers.count, 500)
    }
  }

  private struct Place {
    var x, y, turn: Double
  }

  /// Returns the first point of a seat's path, computed by hand: the seat is scaled, skewed and rotated about its
  /// center.
  private func first(_ x: Double, _ y: Double, _ size: Double, _ turn: Double) -> Point {
    let (u, v) = ((1.0 / 15 - 0.5) * size / 1.2, (0.1 - 0.5) * size / 1.2)
    let skewed = u + 0.2 * v
    return Point(x: x + skewed * cos(turn) - v * sin(turn), y: y + skewed * sin(turn) + v * cos(turn))
  }

  private func claim(_ seats: [Path], at expected: [Place]) throws {
    try #require(seats.count == expected.count)
    for (seat, place) in zip(seats, expected) {
      let box = try #require(seat.boundingBox)
      expectTrue(abs(box.midX - place.x) < 1e-6 && abs(box.midY - place.y) < 1e-6)
      guard case .move(let start)? = seat.elements.first else { throw CancellationError() }
      let wanted = first(place.x, place.y, 10, place.turn)
      expectTrue(hypot(start.x - wanted.x, start.y - wanted.y) < 1e-6)
    }
  }

  /// The stands' boxes on the chart, and the angles at which a squab points to the field.
  private static let sides: [(Int, Rect, Double)] = [
    (0, Rect(x: 258, y: 60, width: 138, height: 100), 0),
    (3, Rect(x: 404, y: 640, width: 138, height: 100), .pi),
    (4, Rect(x: 140, y: 178, width: 100, height: 218), -.pi / 2),
    (7, Rect(x: 560, y: 404, width: 100, height: 218), .pi / 2),
  ]

  @Test("Beside the field, seats are a tenth of the depth and share the remaining space evenly")
  func straight() throws {
    let played = try play(example("seating-chart.txt"))
    for (number, box, turn) in Self.sides {
      let s = 0.1 * min(box.size.width, box.size.height)
      expectEqual(s, 10)
      let (columns, rows) = (floor(box.size.width / s + 1e-9), floor(box.size.height / s + 1e-9))
      let gap = Vector(
        dx: (box.size.width - s * columns) / columns, dy: (box.size.height - s * rows) / rows)
      var expected: [Place] = []
      for row in 0..<Int(rows) {
        for column in 0..<Int(columns) {
          let x = box.minX + (Double(column) + 0.5) * (s + gap.dx)
          let y = box.minY + (Double(row) + 0.5) * (s + gap.dy)
          expected.append(Place(x: x, y: y, turn: turn))
        }
      }
      try claim(try seats("t\(number)", of: played), at: expected)
    }
  }

  /// The corners that the arcs surround, and the angles at which the arcs start.
  private static let corners: [(Int, Point, Double)] = [
    (8, Point(x: 250, y: 170), -.pi), (9, Point(x: 550, y: 170), -.pi / 2), (10, Point(x: 550, y: 630), 0),
    (11, Point(x: 250, y: 630), .pi / 2),
  ]

  @Test("Around a corner, ten rows have as many seats as fit, with half a gap at either end")
  func arcs() throws {
    let played = try play(example("seating-chart.txt"))
    let (s, outer) = (10.0, 110.0)
    for (number, corner, start) in Self.corners {
      var expected: [Place] = []
      for row in 0..<10 {
        let radius = outer - Double(row) * s - s / 2
        let length = radius * .pi / 2
        let n = floor(length / (1.1 * s) + 1e-9)
        let (seat, spacing) = (s / radius, (length - s * n) / n / radius)
        for i in 0..<Int(n) {
          let angle = start + spacing / 2 + seat / 2 + Double(i) * (seat + spacing)
          expected.append(
            Place(
              x: corner.x + radius * cos(angle), y: corner.y + radius * sin(angle), turn: angle + .pi / 2))
        }
      }
      expectEqual(expected.count, 80)
      try claim(try seats("t\(number)", of: played), at: expected)
    }
  }

  @Test("The sample seat is hit by its path, not by its box")
  func sample() throws {
    let seat = """
      canvas 300,300
      preset none
      layer seat rect 160,100 80,40
      skew 11.3099325deg about 200,120 ; rotate 20deg about 200,120
      expect map 0.939693 0.342020 -0.154082 1.008097 30.551270 -69.375627 ~1e-5
      expect frame 159.331,86.157 81.339,67.685 ~1e-3
      recognize tap
      on tap { mark seat toggle }

      """
    let played = try play(seat + "tap 230,131\nexpect marked seat")
    _ = try play(seat + "tap 160,100\nexpect $marked 0")
    let scene = played.result.scene
    let index = try #require(scene.index(of: "seat"))
    let back = try #require(scene.toCanvas(index).inverse?.affine)
    for (x, y, u, v) in [(230.0, 131.0, 231.938, 120.076), (160, 100, 156.595, 114.887)] {
      let place = Point(x: x, y: y).applying(back)
      expectTrue(abs(place.x - u) < 5e-4 && abs(place.y - v) < 5e-4)
    }
  }
}

extension Double {
  fileprivate func rounded(to step: Double) -> Double { (self / step).rounded() * step }
}
