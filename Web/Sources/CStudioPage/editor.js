// The script's text. Two may write it at the same time: the person here, and the server (gestures, another tab).

/** `base` is the last text that server and page had in common; `inFlight` are later texts that the server has not answered. */
const editor = { base: "", version: 0, inFlight: [], isComposing: false, waiting: null, timer: 0, lines: [] };
const lineHeight = 20;

/** How many items two texts or lists have in common at their start, and then at their end. */
function common(before, after) {
  let start = 0, tail = 0;
  const least = Math.min(before.length, after.length);
  while (start < least && before[start] === after[start]) start++;
  while (tail < least - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [start, tail];
}

/** What was replaced: `text` in place of [start, end) of the old text. */
function difference(before, after) {
  const [start, tail] = common(before, after);
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

/** Both changes if they are at different places; otherwise that of the person, who must not lose what is being typed. */
function merge(base, mine, theirs) {
  if (mine === base || mine === theirs) return theirs;
  const [a, b] = [difference(base, mine), difference(base, theirs)].sort((a, b) => a.start - b.start || a.end - b.end);
  if (theirs === base || a.end > b.start) return mine;
  return base.slice(0, a.start) + a.text + base.slice(a.end, b.start) + b.text + base.slice(b.end);
}

/** Takes the text of a state. The caret stays at its characters. */
function takeText(next) {
  // An input method would lose the word that it composes.
  editor.waiting = editor.isComposing ? next : null;
  if (editor.isComposing) return;
  const mine = $("text").value, { text, change } = next;
  if (connection.isFirst) editor.inFlight = [];
  const answered = editor.inFlight.indexOf(text);
  editor.inFlight.splice(0, answered + 1);
  const merged = answered >= 0 ? mine : merge(editor.base, mine, text);
  const isNews = text !== editor.base || connection.isFirst;
  Object.assign(editor, { base: text, version: next.version });
  if (merged !== mine) {
    const { start, end, text: inserted } = difference(mine, merged);
    $("text").setRangeText(inserted, start, end, "preserve");
    colorText();
    if (change && merged === text) flash(change);
  }
  // Only after news: a server that refuses the text would be asked for ever.
  if (isNews) sendTextSoon();
}

/** Sends what the server does not have yet. Without a connection it is sent after the next one. */
function sendText() {
  clearTimeout(editor.timer);
  const text = $("text").value;
  if (editor.isComposing || text === (editor.inFlight.at(-1) ?? editor.base)) return;
  if (send({ do: "write", text, version: editor.version })) editor.inFlight.push(text);
}
function sendTextSoon() {
  clearTimeout(editor.timer);
  editor.timer = setTimeout(sendText, 80);
}

/** Sends a message that may replace the text, after what was typed. Its answer is taken as it is. */
function sendAfterText(message) {
  sendText();
  if (send(message)) Object.assign(editor, { base: $("text").value, inFlight: [] });
  else say("There is no connection.");
}

// Colors

const coloredLine = (line) =>
  make("div", {}, ...tokens(line).map(([text, scope]) => scope ? make("span", { className: scope.split(".")[0] }, text) : text));

/** Replaces the colored lines that are not the same as before. */
function colorText() {
  const lines = $("text").value.split("\n"), old = editor.lines, box = $("colored"), [start, tail] = common(old, lines);
  for (let count = old.length - tail - start; count > 0; count--) box.children[start].remove();
  const added = document.createDocumentFragment();
  added.append(...lines.slice(start, lines.length - tail).map(coloredLine));
  box.insertBefore(added, box.children[start] ?? null);
  if (lines.length !== old.length) $("gutter").firstChild.textContent = lines.map((_, index) => index + 1).join("\n");
  editor.lines = lines;
  markErrors();
}

function flash([start, end]) {
  const lineAt = (offset) => editor.base.slice(0, offset).split("\n").length - 1, last = lineAt(Math.max(end - 1, start));
  for (const line of [...$("colored").children].slice(lineAt(start), last + 1)) {
    line.classList.remove("flash");
    line.getBoundingClientRect();
    line.classList.add("flash");
  }
  reveal(last);
}
function reveal(line) {
  const area = $("text"), top = line * lineHeight;
  const isVisible = top >= area.scrollTop && top + 2 * lineHeight <= area.scrollTop + area.clientHeight;
  if (!isVisible) area.scrollTop = top - area.clientHeight / 2;
}
function scrollWithText() {
  const { scrollLeft, scrollTop } = $("text");
  $("colored").style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  $("gutter").firstChild.style.transform = `translateY(${-scrollTop}px)`;
}

// Errors

const isHere = ({ file }) => !file || file === state.name;
/** The text of a line before a column; columns count characters, which may be two units of a JavaScript string. */
const beforeColumn = ({ line, column }) => [...editor.lines[line - 1] ?? ""].slice(0, column - 1).join("");

/** Underlines the word at each error, by a copy of its line of which only that word is visible. */
function markErrors() {
  for (const mark of all("#colored .mark, #gutter b")) mark.remove();
  for (const error of state?.errors.filter(isHere) ?? []) {
    const before = beforeColumn(error), text = editor.lines[error.line - 1]?.slice(before.length);
    const word = /^[\w.-]+|^\S|$/.exec(text)?.[0] || " ";
    $("colored").children[error.line - 1]?.append(make("span", { className: "mark" }, before, make("u", {}, word)));
    $("gutter").firstChild.append(make("b", { style: `top: ${8 + (error.line - 1) * lineHeight}px` }, error.line));
  }
}

function problem(error) {
  const { file, line, column, message, hint, usages = [] } = error;
  const place = `${isHere(error) ? "Line" : file} ${line}:${column}`;
  const go = make("button", { disabled: !isHere(error), onclick: () => goTo(error) }, place);
  return make("li", {}, go, message, hint && make("p", {}, hint), ...usages.map((usage) => make("p", {}, make("code", {}, usage))));
}

function showProblems({ errors, notices = [] }, previous) {
  markErrors();
  if (JSON.stringify([errors, notices]) === JSON.stringify([previous?.errors, previous?.notices])) return;
  $("text").setAttribute("aria-invalid", String(errors.length > 0));
  $("problems").replaceChildren(...errors.map(problem), ...notices.map((text) => make("li", { className: "notice" }, text)));
  if (errors.length) announce(`Line ${errors[0].line}: ${errors[0].message}`);
  // The list takes room from the text.
  if (document.activeElement === $("text")) reveal($("text").value.slice(0, $("text").selectionEnd).split("\n").length - 1);
}

function goTo(error) {
  const at = editor.lines.slice(0, error.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + beforeColumn(error).length;
  $("text").focus();
  $("text").setSelectionRange(at, at);
  reveal(error.line - 1);
}

function startEditor() {
  const area = $("text");
  area.oninput = () => { colorText(); sendTextSoon(); };
  area.onscroll = scrollWithText;
  area.addEventListener("compositionstart", () => { editor.isComposing = true; });
  area.addEventListener("compositionend", () => {
    editor.isComposing = false;
    if (editor.waiting) takeText(editor.waiting);
    sendTextSoon();
  });
  // The script has one history, the server's: that of the text area does not know gestures.
  area.addEventListener("beforeinput", (event) => {
    if (!event.inputType.startsWith("history")) return;
    event.preventDefault();
    sendAfterText({ do: event.inputType.slice(7).toLowerCase() });
  });
  addEventListener("beforeunload", (event) => { if (area.value !== editor.base) event.preventDefault(); });
  loadGrammar();
}
