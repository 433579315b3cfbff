import FoundationEssentials
import FrameImage
import FrameKit

/// A self-contained HTML page with the images of all failed cases: expected, actual and difference side by side, one
/// over the other with a slider, and alternating.
package struct HTMLReport {
  package let reports: [CaseReport]
  package let limits: Limits

  package init(reports: [CaseReport], limits: Limits) { (self.reports, self.limits) = (reports, limits) }

  /// The tag that identifies such a page.
  package static let signature = "<meta name=\"generator\" content=\"frameit test\">"

  /// Returns the page.
  ///
  /// - Throws: `BatchError` if an image cannot be read.
  package func text() throws(BatchError) -> String {
    let failed = reports.count { !$0.isPassed }
    var body = ""
    for report in reports where !report.isPassed { body += try section(report) }
    let passed = reports.filter(\.isPassed).map { "<li>\($0.name.reportEscaped)</li>" }.joined()
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">\(Self.signature)<title>\(failed) of \(reports.count) cases failed</title>
      <style>\(Self.style)</style></head><body>
      <h1>\(failed == 0 ? "All \(reports.count) cases passed" : "\(failed) of \(reports.count) cases failed")</h1>
      \(body)<details><summary>\(reports.count - failed) passed</summary><ul>\(passed)</ul></details>
      <script>\(Self.script)</script></body></html>

      """
  }

  private func section(_ report: CaseReport) throws(BatchError) -> String {
    let testCase = TestCase(folder: report.name)
    let isCompared = report.status == .failed && report.actual != nil
    let expected = isCompared ? try image(testCase.expected) : nil
    let actual = try report.actual.map { path throws(BatchError) in try image(path) }
    let difference = try report.difference.map { path throws(BatchError) in try image(path) }
    func figure(_ source: String?, _ title: String) -> String {
      source.map { "<figure><img src=\"\($0)\" alt=\"\(title)\"><figcaption>\(title)</figcaption></figure>" }
        ?? ""
    }
    let figures = figure(expected, "expected") + figure(actual, "actual") + figure(difference, "difference")
    var views = figures.isEmpty ? "" : "<div class=\"side\">\(figures)</div>"
    if isCompared {
      // Each image is in the page once. Its script copies the first two into the overlay.
      views += """
        <div class="over"><img alt="expected"><img class="top" alt="actual"></div>
        <p><label>expected <input type="range" min="0" max="100" value="50"> actual</label>
        <label><input type="checkbox"> alternate</label></p>

        """
    }
    let tolerance = isCompared ? "<p class=\"how\">\(tolerance(of: testCase).reportEscaped)</p>" : ""
    return """
      <section><h2>\(report.name.reportEscaped)</h2><p class="why">\((report.message ?? "").reportEscaped)</p>
      \(tolerance)\(views)</section>

      """
  }

  /// Returns the tolerance of a case in one line.
  private func tolerance(of testCase: TestCase) -> String {
    let lines = try? CaseLines.lines(of: testCase.tolerance, limits).map(\.text)
    return "tolerance: " + (lines.map { $0.joined(separator: "; ") } ?? "none")
  }

  /// Returns an image as a data URL.
  private func image(_ path: String) throws(BatchError) -> String {
    let bytes = try BatchError.reading(InputFile(.file(path), limit: .memory(limits)).contents())
    return "data:image/png;base64," + Data(bytes).base64EncodedString()
  }

  private static let style = """
    body{font:15px/1.4 system-ui,sans-serif;margin:2em;color:#222;background:#fafafa}
    section{margin:2em 0;padding:1em;background:#fff;border:1px solid #ddd}.why{color:#a00}.how{color:#666}
    img{max-width:100%;image-rendering:auto;background:repeating-conic-gradient(#eee 0 25%,#fff 0 50%) 0/16px 16px}
    .side{display:flex;gap:1em;flex-wrap:wrap}figure{margin:0;flex:1 1 12em;max-width:32em}figcaption{color:#666}
    .over{position:relative;display:inline-block;margin-top:1em}.over .top{position:absolute;left:0;top:0;
    clip-path:inset(0 0 0 50%)}
    """

  private static let script = """
    for (const s of document.querySelectorAll('section')) {
      const top = s.querySelector('.top'); if (!top) continue;
      const whole = s.querySelectorAll('figure img');
      s.querySelectorAll('.over img').forEach((image, i) => { image.src = whole[i].src; });
      const range = s.querySelector('[type=range]'), turns = s.querySelector('[type=checkbox]');
      let timer = 0, on = false;
      const cut = () => { top.style.clipPath = `inset(0 0 0 ${range.value}%)`; };
      range.oninput = cut;
      turns.onchange = () => {
        clearInterval(timer); top.style.visibility = 'visible';
        if (!turns.checked) { cut(); return; }
        top.style.clipPath = 'none';
        timer = setInterval(() => { on = !on; top.style.visibility = on ? 'visible' : 'hidden'; }, 500);
      };
    }
    """
}
