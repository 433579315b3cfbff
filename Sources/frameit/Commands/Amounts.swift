import ArgumentParser

/// A number of bytes: `1000000`, `512M` and `512MiB` of 1024 and 1024, `2GB` of 1000.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
  var count: Int

  init(count: Int) {
    self.count = count
  }

  init?(argument: String) {
    guard let count = Int(argument, units: [("", 1024), ("iB", 1024), ("B", 1000)]) else { return nil }
    self.count = count
  }

  var description: String { "\(count)" }
}

/// A number of pixels: `1000000`, `100M` of 1000 and 1000.
struct PixelCount: ExpressibleByArgument, CustomStringConvertible {
  var count: Int

  init(count: Int) {
    self.count = count
  }

  init?(argument: String) {
    guard let count = Int(argument, units: [("", 1000)]) else { return nil }
    self.count = count
  }

  var description: String { "\(count)" }
}

extension Int {
  /// - Parameter units: what may stand behind K, M, G and T, and of how many of the next smaller one each is.
  /// - Returns: nil for anything else, and for what is too large.
  fileprivate init?(_ text: String, units: [(ending: String, base: Int)]) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text[digits.endIndex...]
    guard var number = Int(digits) else { return nil }
    guard let letter = unit.first else {
      self = number
      return
    }
    guard let power = ["K", "M", "G", "T"].firstIndex(of: letter),
      let base = units.first(where: { $0.ending == unit.dropFirst() })?.base
    else { return nil }
    for _ in 0...power {
      let (product, overflow) = number.multipliedReportingOverflow(by: base)
      guard !overflow else { return nil }
      number = product
    }
    self = number
  }
}
