import ArgumentParser
import FrameImage

struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the completions of a shell.",
    usage: "frameit completions bash|zsh|fish",
    discussion: """
      Packages and archives install these completions. Without them:

        source <(frameit completions bash)      in ~/.bashrc
        source <(frameit completions zsh)       in ~/.zshrc, after compinit
        frameit completions fish | source       in ~/.config/fish/config.fish
      """)

  @Argument(help: "The shell: bash, zsh or fish.", completion: .list(["bash", "zsh", "fish"]))
  var shell: String

  func run() throws(Failure) {
    guard let shell = CompletionShell(rawValue: shell) else {
      throw Failure(
        .usage, "there are no completions for '\(shell.printable)'", hint: "the shells are bash, zsh and fish"
      )
    }
    Console.out(HelpCompletion.added(to: Frameit.completionScript(for: shell), Frameit.commands) + "\n")
  }
}
