import FrameScript

/// The syntax file of Vim and Neovim.
struct VimSyntax {
  let words: LanguageWords

  var text: String {
    let units = LanguageWords.units.map { $0 == "%" ? $0 : $0 + #"\>"# }.joined(separator: #"\|"#)
    return #"""
      " Syntax of frameit scripts. Made by `make editors` from the table of statements.
      if exists("b:current_syntax")
        finish
      endif

      " Names may have hyphens, as in corner-radius.
      syntax iskeyword @,48-57,_,-

      " Statements begin a line, or follow a semicolon or a brace. Other words there call definitions.
      syntax match frameitStart /\%(^\|[;{}]\@1<=\)\s*/ nextgroup=frameitControl,frameitStatement,frameitCall
      syntax match frameitCall /\h[[:alnum:]_-]*/ contained
      \#(keywords("frameitStatement", words.statements, contained: true))
      \#(keywords("frameitControl", words.controls, contained: true))

      " Words after the first one of a statement.
      \#(matches("frameitKeyword", words.keywords))
      \#(keywords("frameitFunction", words.functions))
      \#(keywords("frameitOperator", LanguageWords.operators))

      syntax match frameitNumber /\%(\w\|\.\)\@1<![-+]\?\d\+\%(\.\d\+\)\?\%([eE][-+]\?\d\+\)\?\%(\#(units)\)\?/
      syntax match frameitVariable /\$\h\w*/
      syntax region frameitVariable start=/\${/ end=/}/ oneline contains=frameitNumber,frameitFunction,frameitVariable,frameitString

      " A word of hexadecimal digits after another word is a color, and anything else after # a comment.
      syntax match frameitComment /#.*$/ contains=@Spell
      syntax match frameitColor /\%([[:alnum:]_")\]%]\s\)\@2<=#\%(\x\{8}\|\x\{6}\|\x\{3,4}\)\>/
      syntax region frameitString start=/"/ skip=/\\./ end=/"/ oneline contains=frameitEscape,frameitVariable,@Spell
      syntax match frameitEscape /\\[nt"\\$]/ contained

      highlight default link frameitStatement Statement
      highlight default link frameitControl Repeat
      highlight default link frameitCall Function
      highlight default link frameitKeyword Type
      highlight default link frameitFunction Function
      highlight default link frameitOperator Operator
      highlight default link frameitNumber Number
      highlight default link frameitVariable Identifier
      highlight default link frameitComment Comment
      highlight default link frameitColor Constant
      highlight default link frameitString String
      highlight default link frameitEscape SpecialChar

      let b:current_syntax = "frameit"

      """#
  }

  /// Returns lines that define a group by patterns: keywords of Vim would also be found at the beginning of a statement.
  private func matches(_ group: String, _ words: [String]) -> String {
    let words = words.map { $0.replacing(".", with: "\\.") }
    return stride(from: 0, to: words.count, by: 12).map { start in
      let part = words[start..<min(start + 12, words.count)].joined(separator: #"\|"#)
      return #"syntax match \#(group) /\%([^;{}[:blank:]]\s\+\)\@<=\%(\#(part)\)\k\@!/"#
    }.joined(separator: "\n")
  }

  /// Returns the lines that define keywords, of at most about 100 characters.
  private func keywords(_ group: String, _ words: [String], contained: Bool = false) -> String {
    let start = "syntax keyword \(group)" + (contained ? " contained" : "")
    var lines = [start]
    for word in words {
      if lines[lines.count - 1].count + word.count > 100 { lines.append(start) }
      lines[lines.count - 1] += " " + word
    }
    return lines.joined(separator: "\n")
  }
}
