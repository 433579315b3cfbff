import ArgumentParser

/// The names of the options that several commands have. An option has the same names in all of them.
extension NameSpecification {
  static let output: NameSpecification = [.customShort("o"), .customLong("output")]
  static let force: NameSpecification = [.customShort("f"), .customLong("force")]
  static let jobs: NameSpecification = [.customShort("j"), .customLong("jobs")]
  static let expression: NameSpecification = [.customShort("e"), .customLong("expression")]
  static let definition: NameSpecification = [.customShort("D"), .customLong("define")]
}
