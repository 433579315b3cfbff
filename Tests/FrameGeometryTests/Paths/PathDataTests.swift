import FrameGeometry
import TestSupport
import Testing

/// Path data and the form in which `svgData` writes it.
@Suite struct PathDataTests {
  @Test(
    "Path data is parsed as SVG 2 specifies and written in normalized form",
    arguments: [
      ("", ""), (" \t\r\n\u{c}", ""),
      // The examples of SVG 2, section 9.3.
      ("M 100 100 L 300 100 L 200 300 z", "M100,100 L300,100 L200,300 Z"),
      ("M 100 100 L 200 200", "M100,100 L200,200"), ("M100 100L200 200", "M100,100 L200,200"),
      ("M 100 200 L 200 100 -100 -200", "M100,200 L200,100 L-100,-200"),
      ("M 0.6.5", "M0.6,0.5"), ("M 100-200", "M100,-200"),
      (
        "M100,200 C100,100 250,100 250,200 S400,300 400,200",
        "M100,200 C100,100 250,100 250,200 C250,300 400,300 400,200"
      ),
      (
        "M200,300 Q400,50 600,300 T1000,300", "M200,300 Q400,50 600,300 Q800,550 1000,300"
      ),
      // Relative commands.
      ("m1 2 3 4 5 6", "M1,2 L4,6 L9,12"), ("M1 2 3 4", "M1,2 L3,4"),
      ("m10 10h5v5h-5z", "M10,10 L15,10 L15,15 L10,15 Z"),
      ("M1 1l1 0z m5 5 l1 1", "M1,1 L2,1 Z M6,6 L7,7"), ("M1 1l1 0zl1 1", "M1,1 L2,1 Z L2,2"),
      ("M1 1H2 3 4V5 6", "M1,1 L2,1 L3,1 L4,1 L4,5 L4,6"), ("M1 1h1 1v1 1", "M1,1 L2,1 L3,1 L3,2 L3,3"),
      ("M1 1c1 1 2 2 3 3s4 4 5 5", "M1,1 C2,2 3,3 4,4 C5,5 8,8 9,9"),
      ("M1 1q1 1 2 2t3 3 4 4", "M1,1 Q2,2 3,3 Q4,4 6,6 Q8,8 10,10"),
      ("M0 0c1 1 2 2 3 3 1 1 2 2 3 3", "M0,0 C1,1 2,2 3,3 C4,4 5,5 6,6"),
      // Without a control point to mirror, the current point is used.
      ("M1 1S2 2 3 3", "M1,1 C1,1 2,2 3,3"), ("M1 1T3 3", "M1,1 Q1,1 3,3"),
      ("M1 1Q2 3 4 5S6 6 7 7", "M1,1 Q2,3 4,5 C4,5 6,6 7,7"),
      ("M1 1C2 3 4 5 6 7T8 8", "M1,1 C2,3 4,5 6,7 Q6,7 8,8"),
      ("M1 1Q2 3 4 5L6 6T7 7", "M1,1 Q2,3 4,5 L6,6 Q6,6 7,7"),
      // Separators are optional.
      ("M1.5.5-2e3+3", "M1.5,0.5 L-2000,3"), ("M1,2,3,4 , 5 ,6", "M1,2 L3,4 L5,6"), ("M.5.25", "M0.5,0.25"),
      ("M1e2 1E-2 1e+1 0", "M100,0.01 L10,0"), ("M-0-0", "M0,0"), ("M00012 0", "M12,0"),
      ("M0 0zzz", "M0,0 Z Z Z"), ("M1 2M3 4", "M1,2 M3,4"),
      // Arcs: flags need no separators.
      ("M15 10A5 5 0 0110 15", "M15,10 A5,5 0 0 1 10,15"),
      ("M15 10a5,5,0,0,1-5,5", "M15,10 A5,5 0 0 1 10,15"),
      ("M15 10a5 5 0 01-5 5 5 5 0 01-5-5", "M15,10 A5,5 0 0 1 10,15 A5,5 0 0 1 5,10"),
      ("M15 10A-5 -5 0 0 1 10 15", "M15,10 A5,5 0 0 1 10,15"),
      // Radii that are too small, ellipses that collapse to a line, and arcs that draw nothing.
      ("M0 0A1 1 0 0 1 10 0", "M0,0 A5,5 0 0 1 10,0"), ("M0 0A1 2 0 0 1 10 0", "M0,0 A5,10 0 0 1 10,0"),
      ("M0 0A0 5 0 0 1 10 0", "M0,0 L10,0"), ("M0 0A5 0 0 0 1 10 0", "M0,0 L10,0"),
      ("M3 4A5 5 0 1 1 3 4", "M3,4"),
      ("M15 10A5 5 0 1 1 15 10 5 5 0 0 1 10 15", "M15,10 A5,5 0 0 1 10,15"),
      // An arc so flat that its center cannot be computed.
      ("M0 0A1e12 1e12 0 0 1 100 0", "M0,0 L100,0"), ("M0 0A1e300 1e300 0 0 1 100 0", "M0,0 L100,0"),
      ("M0 0A1e308 1e308 0 0 1 1e-320 0", "M0,0 L1e-320,0"),
    ])
  func elements(text: String, means: String) {
    expectEqual(path(text).svgData, means)
  }

  @Test(
    "Invalid path data reports the kind and the offset of the error",
    arguments: [
      // A missing move command at the start.
      ("L1 1", .expectedMoveTo, 0), (" 1 1", .expectedMoveTo, 1), ("z", .expectedMoveTo, 0),
      (",M1 1", .expectedMoveTo, 0),
      // Invalid numbers.
      ("M", .expectedNumber, 1), ("M1", .expectedNumber, 2), ("M1 1 1", .expectedNumber, 6),
      ("M1 1,", .expectedNumber, 5), ("M,1 1", .expectedNumber, 1), ("M1,,1", .expectedNumber, 3),
      ("M1 1,L2 2", .expectedNumber, 5), ("M1. 1", .expectedNumber, 1), ("M. 1", .expectedNumber, 1),
      ("M- 1", .expectedNumber, 1), ("M1 --1", .expectedNumber, 3), ("M1 1L", .expectedNumber, 5),
      ("M1 1L2 2 L", .expectedNumber, 10), ("M1 inf", .expectedNumber, 3), ("M1 NaN", .expectedNumber, 3),
      ("M1 1C1 2 3 4 5", .expectedNumber, 14), ("M1e 1", .expectedNumber, 2), ("M0x10 1", .expectedNumber, 2),
      ("M1 １", .expectedNumber, 3), ("M0 0A1", .expectedNumber, 6), ("M0 0A1 1 0 0 1 5", .expectedNumber, 16),
      // Invalid flags.
      ("M0 0A1 1 0 2 1 5 5", .expectedFlag, 11), ("M0 0A1 1 0 1", .expectedFlag, 12),
      ("M0 0A1 1 0 1 +1 5 5", .expectedFlag, 13), ("M0 0A1 1 0 1,5 5 5", .expectedFlag, 13),
      // Invalid commands.
      ("M1 1 x", .expectedCommand, 5), ("M1 1z1", .expectedCommand, 5), ("M1 1z,", .expectedCommand, 5),
      ("M1 1e", .expectedCommand, 4), ("M1 1\0", .expectedCommand, 4), ("M1 1é", .expectedCommand, 4),
      ("M1 1;L2 2", .expectedCommand, 4), ("M1 1 R2 2", .expectedCommand, 5),
      // Numbers out of range.
      ("M1e309 1", .notFinite, 1), ("M0 1e999999999999", .notFinite, 3), ("M1e308 0l1e308 0", .notFinite, 9),
      ("M0 0h1e308 1e308", .notFinite, 11), ("M1e308 0Q-1e308 0 1e308 0T0 0", .notFinite, 26),
      ("M-1e308 0A1 1 0 0 1 1e308 0", .notFinite, 10),
    ] as [(String, PathDataError.Kind, Int)])
  func errors(text: String, kind: PathDataError.Kind, offset: Int) {
    #expect(throws: PathDataError(kind, at: offset)) { try Path(svgData: text) }
  }

  /// Every prefix of path data is either a valid path or reports an error at its end.
  @Test("Truncated path data is valid or reports an error within two bytes of its end") func truncated() {
    let text = "M10 20l1.5-2e1h3V4c1 2 3 4 5 6S1 2 3 4q1 2 3 4T5 6A5 3 30 0 1 9 9z"
    for count in 0...text.utf8.count {
      let beginning = String(text.prefix(count))
      do {
        _ = try Path(svgData: beginning)
      } catch {
        // An incomplete number may be reported up to two bytes before the end.
        expectTrue(error.offset <= count && error.offset >= count - 2, "\(beginning)")
        expectTrue(error.kind != .notFinite && error.kind != .expectedMoveTo, "\(beginning)")
      }
    }
  }

  @Test("Path data with half a million numbers is parsed") func manyNumbers() {
    let text = "M0 0" + String(repeating: "l1-1", count: 250_000)
    expectEqual(path(text).boundingBox, Rect(x: 0, y: -250_000, width: 250_000, height: 250_000))
  }
}
