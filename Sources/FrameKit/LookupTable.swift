import FrameGeometry
import FrameFiles
import FrameImage
import FrameScript

// Tables from .cube files.
//
//     let film = try LookupTable(contentsOf: "film.cube")
extension LookupTable {
  /// Reads the text of a .cube file.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - name: The name of the table in errors and plans.
  ///   - limits: The limits of the text.
  /// - Throws: `EditError` with the line of the first error.
  public init(cube text: String, name: String = "table", limits: Limits = Limits()) throws(EditError) {
    let lookup = try converting(ColorLookup(cube: text, path: name, limits: limits)) { (error: ScriptError) in
      EditError(ScriptError([error], in: [ScriptFile(name: name, text: text)]))
    }
    self.init(lookup)
  }

  /// Reads a .cube file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limits: The limits of the file. `limits.scriptBytes` limits its size.
  /// - Throws: `EditError` if the file cannot be read, or with the line of its first error.
  public init(contentsOf path: String, limits: Limits = Limits()) throws(EditError) {
    let text = try converting(ScriptSource.read(.file(path), limits)) { (error: FileError) in
      EditError(error, at: .open)
    }
    try self.init(cube: text, name: path, limits: limits)
  }
}
