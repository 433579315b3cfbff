import Foundation
import FrameScript

// Writes the generated syntax files into the folder of editors. With --check, writes nothing, and fails if one differs.
//
//     editor-files Editors [--check]

let arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.first else {
  FileHandle.standardError.write(Data("usage: editor-files FOLDER [--check]\n".utf8))
  exit(2)
}
let words = LanguageWords()
let files = [
  "vscode/syntaxes/frameit.tmLanguage.json": TextMateGrammar(words: words).text,
  "vim/syntax/frameit.vim": VimSyntax(words: words).text,
]
for (name, text) in files.sorted(by: { $0.key < $1.key }) {
  let file = URL(filePath: folder).appending(path: name)
  if arguments.contains("--check") {
    guard (try? String(contentsOf: file, encoding: .utf8)) == text else {
      FileHandle.standardError.write(Data("\(file.relativePath) is out of date; run `make editors`\n".utf8))
      exit(1)
    }
  } else {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
