import TestSupport
import Testing

/// Strings and names, with variables in them.
@Suite struct StringTests {
  static let strings = [
    (#""a b""#, "a b"), (#""""#, ""), (#""a\nb\tc""#, "a\nb\tc"), (#""\"q\"""#, "\"q\""),
    (#""C:\\x""#, "C:\\x"), (#""5\$""#, "5$"), (##""# no comment; } {""##, "# no comment; } {"),
    (#""äöü 👍""#, "äöü 👍"), (#""$x""#, "{$x}"), (#""a$x.b""#, "a{$x}.b"), (#""${x}y""#, "{$x}y"),
    (#""${x:.2}""#, "{$x:.2}"), (#""${x:.0}%""#, "{$x:.0}%"), (#""$a[0]$a[$i+1]""#, "{$a[0]}{$a[($i + 1)]}"),
    (#""${a[2]:.1}""#, "{$a[2]:.1}"), (#""$isMarked(seat)""#, "{isMarked(seat)}"), (#""$x$y""#, "{$x}{$y}"),
    (#""$x-1""#, "{$x}-1"), (#""$a[0][1]""#, "{$a[0][1]}"),
  ]

  @Test(
    "Strings have their text and variables", arguments: strings)
  func stringParts(text: String, pieces: String)
    throws
  {
    try expectEqual(shapes("say \(text)"), ["say(\(pieces))"])
  }

  static let names = [
    ("seat$i", "seat{$i}"), ("seat-${row}-$i", "seat-{$row}-{$i}"), ("${a}b", "{$a}b"),
    ("a$b[1]c", "a{$b[1]}c"),
    ("$name", "{$name}"), ("7up", "7up"), ("a${x:.0}", "a{$x:.0}"),
  ]

  @Test(
    "Names have their text and variables", arguments: names)
  func nameParts(text: String, pieces: String) throws {
    try expectEqual(shapes("select \(text)"), ["select(\(pieces))"])
  }

  @Test("Invalid strings are errors") func invalidStrings() {
    expectEqual(problems(in: "say \"abc"), [.unterminatedString])
    expectEqual(problems(in: "say \"abc\nundo"), [.unterminatedString])
    expectEqual(problems(in: "say \"abc\\\""), [.unterminatedString])
    expectEqual(problems(in: #"say "a\qb""#), [.unknownEscape("'qb'")])
    expectEqual(problems(in: "say abc"), [.habit(.unquotedText("abc"))])
  }

  @Test(
    "Invalid variables are errors",
    arguments: [
      "say \"$\"", "say \"$5\"", "say \"${}\"", "say \"${1}\"", "say \"${x\"", "say \"${x:2}\"",
      "say \"${x:.}\"",
      "say \"${x:.18}\"", "say \"$a[\"", "say \"$a[]\"", "select $", "select $-", "let y = ${x:.2}",
      "say \"$isMarked()\"",
    ])
  func invalidVariables(text: String) {
    expectEqual(problems(in: text).count, 1)
  }

  /// Reads the rest of the line as if the string were correct.
  @Test(
    "An error in a string ends with the string",
    arguments: [#"say "${1}" ; rotate 5"#, #"say "a\qb" ; rotate 5"#, "select ${1}x ; rotate 5"])
  func errorEnd(text: String) {
    expectEqual(problems(in: text).count, 2)
    expectEqual(problems(in: text).last, .bareAngle("5"))
  }
}
