// The script's text. Two may write it at the same time: the person here, and the server (gestures, another tab).

/**
 * `base` is the last text of the server. One write at a time is on its way; `sent` is the text that the server will have
 * after it. `held` are messages that must come after the text.
 */
const editor = { base: "", version: 0, sent: null, held: [], isComposing: false, waiting: null, timer: 0, patience: 0, lines: [] };
const lineHeight = 20;

/** What was replaced between two texts or lists: `text` in place of [start, end) of the old one. */
function difference(before, after) {
  let start = 0, tail = 0;
  const least = Math.min(before.length, after.length);
  while (start < least && before[start] === after[start]) start++;
  while (tail < least - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

const linesOf = (text) => text.replace(/\n$/, "").split("\n").slice(text ? 0 : 1);

/**
 * Merges by lines, as the server does. Of lines inserted at the same place mine come first; if one of both begins with the
 * other, it has all. Where both change the same lines, mine win: nobody must lose what is being typed.
 */
function merge(base, mine, theirs) {
  if (theirs === base || mine === theirs) return mine;
  if (mine === base) return theirs;
  const old = linesOf(base), [a, b] = [mine, theirs].map((text) => difference(old, linesOf(text)));
  if (Math.max(a.start, b.start) < Math.min(a.end, b.end)) return mine;
  if (a.start === b.end && b.start === a.end) {
    const [ours, others] = [a, b].map(({ text }) => text.join("\n"));
    if (ours.startsWith(others)) return mine;
    if (others.startsWith(ours)) return theirs;
  }
  const [first, last] = b.start < a.start ? [b, a] : [a, b], end = Math.max(a.end, b.end);
  const lines = old.slice(0, first.start).concat(first.text, old.slice(first.end, last.start), last.text, old.slice(end));
  return lines.join("\n") + ((last === a ? mine : theirs).endsWith("\n") ? "\n" : "");
}

/** Takes the text of a state. The caret stays at its characters. */
function takeText(next) {
  // An input method would lose the word that it composes.
  if (editor.isComposing) return editor.waiting = next;
  const mine = $("text").value, { text, change } = next, { base, sent } = editor;
  // A state that has all that was sent is the answer to it, also after the connection was lost.
  const isAnswer = sent !== null && merge(base, sent, text) === text;
  const merged = merge(isAnswer ? sent : base, mine, text);
  Object.assign(editor, { base: text, version: next.version });
  editor.sent = isAnswer || sent === null || connection.isFirst ? null : merge(base, sent, text);
  clearTimeout(editor.patience);
  // A server that merges in another way gets the text again.
  if (editor.sent !== null) editor.patience = setTimeout(() => { editor.sent = null; sendAll(); }, 2000);
  if (merged !== mine) {
    const { start, end, text: inserted } = difference(mine, merged);
    $("text").setRangeText(inserted, start, end, "preserve");
    colorText();
    if (change && merged === text) flash(change);
  }
  sendTextSoon(editor.held.length ? 0 : 80);
}

/** Sends what the server does not have yet; returns false while an earlier text is on its way. */
function sendText() {
  clearTimeout(editor.timer);
  const text = $("text").value;
  if (editor.isComposing || text === (editor.sent ?? editor.base)) return true;
  if (connection.isFirst || editor.sent !== null) return false;
  if (send({ do: "write", text, version: editor.version })) editor.sent = text;
  return true;
}
function sendTextSoon(delay = 80) {
  clearTimeout(editor.timer);
  editor.timer = setTimeout(sendAll, delay);
}
function sendAll() {
  while (sendText() && editor.held.length) {
    const message = editor.held.shift();
    send(message);
    // The text that answers any other message is taken as it is.
    if (message.do === "touch") continue;
    editor.base = $("text").value;
    if (editor.sent !== null) editor.sent = editor.base;
  }
}

/** Sends a message after what was typed. */
function sendAfterText(message) {
  if (!isConnected()) return say("There is no connection.");
  editor.held.push(message);
  sendAll();
}

// Colors

const coloredLine = (line) =>
  make("div", {}, ...tokens(line).map(([text, scope]) => scope ? make("span", { className: scope.split(".")[0] }, text) : text));

/** Replaces the colored lines that are not the same as before. */
function colorText() {
  const lines = $("text").value.split("\n"), old = editor.lines, box = $("colored"), { start, end, text } = difference(old, lines);
  for (let index = start; index < end; index++) box.children[start].remove();
  const added = document.createDocumentFragment();
  added.append(...text.map(coloredLine));
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

/** True for an error with a place in this script; others are about images or other files. */
const isHere = ({ file, line }) => line && (!file || file === state.name);
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
  const go = line && make("button", { disabled: !isHere(error), onclick: () => goTo(error) }, place);
  return make("li", {}, go, message, hint && make("p", {}, hint), ...usages.map((usage) => make("p", {}, make("code", {}, usage))));
}

function showProblems({ errors, notices = [] }, previous) {
  markErrors();
  if (JSON.stringify([errors, notices]) === JSON.stringify([previous?.errors, previous?.notices])) return;
  $("text").setAttribute("aria-invalid", String(errors.length > 0));
  // Notices are about the last good run.
  const shown = errors.length ? [] : notices.map((text) => make("li", { className: "notice" }, text));
  $("problem-list").replaceChildren(...errors.map(problem), ...shown);
  if (errors.length) announce(`${errors[0].line ? `Line ${errors[0].line}: ` : ""}${errors[0].message}`);
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
    if (editor.waiting) takeText(editor.waiting); else sendTextSoon();
    editor.waiting = null;
  });
  // The script has one history, the server's: that of the text area does not know gestures.
  area.addEventListener("beforeinput", (event) => {
    if (!event.inputType.startsWith("history")) return;
    event.preventDefault();
    sendAfterText({ do: event.inputType.slice(7).toLowerCase() });
  });
  addEventListener("beforeunload", (event) => { if (!isTextSaved()) event.preventDefault(); });
  loadGrammar();
}
