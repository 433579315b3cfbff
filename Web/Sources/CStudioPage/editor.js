// The script's text. Two may write it at the same time: the person here, and the server (gestures, another tab).

/** `base` is the last text that server and page had in common; `inFlight` are later texts that the server has not answered. */
const editor = { base: "", version: 0, inFlight: [], isComposing: false, waiting: null, timer: 0, lines: [], errors: "[]" };
const lineHeight = 20;

/** What was replaced: `text` in place of [start, end) of the old text. */
function difference(before, after) {
  let start = 0, tail = 0;
  const least = Math.min(before.length, after.length);
  while (start < least && before[start] === after[start]) start++;
  while (tail < least - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

/** Both changes if they are at different places; otherwise that of the person, because nobody wants to lose what he types. */
function merge(base, mine, theirs) {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  const changes = [difference(base, mine), difference(base, theirs)].sort((a, b) => a.start - b.start || a.end - b.end);
  if (changes[0].end > changes[1].start) return mine;
  return base.slice(0, changes[0].start) + changes[0].text + base.slice(changes[0].end, changes[1].start) + changes[1].text
    + base.slice(changes[1].end);
}

/** Takes the text of a state. The caret stays at its characters, and the text of a person who types wins. */
function takeText({ text, version, change }) {
  if (editor.isComposing) {
    // An input method would lose the word that it composes.
    editor.waiting = { text, version, change };
    return;
  }
  const area = $("text"), mine = area.value;
  if (connection.isFirst) editor.inFlight = [];
  const answered = editor.inFlight.indexOf(text);
  editor.inFlight.splice(0, answered + 1);
  const merged = answered >= 0 ? mine : merge(editor.base, mine, text);
  const isNews = text !== editor.base || connection.isFirst;
  Object.assign(editor, { base: text, version });
  if (merged !== mine) {
    const { start, end, text: inserted } = difference(mine, merged);
    area.setRangeText(inserted, start, end, "preserve");
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

/** Sends a message that may replace the text: after what was typed, and the answer is taken as it is. */
function sendAfterText(message) {
  sendText();
  editor.base = $("text").value;
  editor.inFlight = [];
  send(message);
}

const hasUnsentText = () => $("text").value !== editor.base;

// Colors

function lineElement(line) {
  return make("div", {}, ...tokens(line).map(([text, scope]) => scope ? make("span", { className: scope.split(".")[0] }, text) : text));
}

/** Replaces the colored lines that are not the same as before. */
function colorText() {
  const lines = $("text").value.split("\n"), old = editor.lines, box = $("colored");
  let start = 0, tail = 0;
  const least = Math.min(lines.length, old.length);
  while (start < least && lines[start] === old[start]) start++;
  while (tail < least - start && lines.at(-1 - tail) === old.at(-1 - tail)) tail++;
  for (let count = old.length - tail - start; count > 0; count--) box.children[start].remove();
  const added = document.createDocumentFragment();
  added.append(...lines.slice(start, lines.length - tail).map(lineElement));
  box.insertBefore(added, box.children[start] ?? null);
  if (lines.length !== old.length) {
    $("gutter").firstElementChild.textContent = lines.map((_, index) => index + 1).join("\n");
    editor.errors = "";
  }
  editor.lines = lines;
  if (state) markErrors(state.errors);
}
function colorAgain() {
  editor.lines = [];
  $("colored").replaceChildren();
  colorText();
}

function flash([start, end]) {
  const lineAt = (offset) => editor.base.slice(0, offset).split("\n").length - 1;
  const [first, last] = [lineAt(start), lineAt(Math.max(end - 1, start))];
  for (const line of [...$("colored").children].slice(first, last + 1)) {
    line.classList.remove("flash");
    line.getBoundingClientRect();
    line.classList.add("flash");
  }
  reveal(last);
}
function reveal(line) {
  const area = $("text"), top = line * lineHeight;
  if (top < area.scrollTop || top + 3 * lineHeight > area.scrollTop + area.clientHeight) {
    area.scrollTop = top - area.clientHeight / 2;
  }
}
function scrollWithText() {
  const { scrollLeft, scrollTop } = $("text");
  $("colored").style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  $("gutter").firstElementChild.style.transform = `translateY(${-scrollTop}px)`;
}

// Errors

/** Underlines the word at each error, by a copy of its line of which only that word is visible. */
function markErrors(errors) {
  for (const mark of document.querySelectorAll("#colored .mark, #gutter b")) mark.remove();
  for (const { file, line, column } of errors) {
    const text = editor.lines[line - 1];
    if (text === undefined || (file && file !== state.name)) continue;
    // Columns count characters, which may be two units of a JavaScript string.
    const before = [...text].slice(0, column - 1).join("");
    const word = text.slice(before.length).match(/^(?:[\w.-]+|\S|)/)[0] || " ";
    $("colored").children[line - 1].append(make("span", { className: "mark" }, before, make("u", {}, word)));
    $("gutter").firstElementChild.append(make("b", { style: `top: ${8 + (line - 1) * lineHeight}px` }, String(line)));
  }
}

function showProblems({ errors, notices = [] }) {
  markErrors(errors);
  $("text").setAttribute("aria-invalid", String(errors.length > 0));
  const problems = JSON.stringify([errors, notices]);
  if (problems === editor.errors) return;
  editor.errors = problems;
  $("problems").replaceChildren(...errors.map(problem), ...notices.map((text) => make("li", { className: "notice" }, text)));
  if (errors.length) announce(`Line ${errors[0].line}: ${errors[0].message}`);
}

function problem({ file, line, column, message, hint, usages = [] }) {
  const isHere = !file || file === state.name;
  const go = make("button", { type: "button", disabled: !isHere, onclick: () => select(line, column) },
    `${isHere ? "Line" : `${file}:`} ${line}:${column}`);
  return make("li", {}, go, message, hint ? make("p", {}, hint) : null,
    ...usages.map((usage) => make("p", {}, make("code", {}, usage))));
}

function select(line, column) {
  const lines = editor.lines.slice(0, line - 1), before = [...editor.lines[line - 1] ?? ""].slice(0, column - 1).join("");
  const at = lines.join("\n").length + (lines.length ? 1 : 0) + before.length;
  $("text").focus();
  $("text").setSelectionRange(at, at);
  reveal(line - 1);
}

function startEditor() {
  const area = $("text");
  area.oninput = () => { colorText(); if (!editor.isComposing) sendTextSoon(); };
  area.onscroll = scrollWithText;
  area.addEventListener("compositionstart", () => { editor.isComposing = true; });
  area.addEventListener("compositionend", () => {
    editor.isComposing = false;
    if (editor.waiting) takeText(editor.waiting);
    editor.waiting = null;
    sendTextSoon();
  });
  // The script has one history, the server's: the one of the text area does not know gestures.
  area.addEventListener("beforeinput", (event) => {
    if (!event.inputType.startsWith("history")) return;
    event.preventDefault();
    sendAfterText({ do: event.inputType === "historyUndo" ? "undo" : "redo" });
  });
  addEventListener("beforeunload", (event) => { if (hasUnsentText()) event.preventDefault(); });
  colorText();
  loadGrammar();
}
