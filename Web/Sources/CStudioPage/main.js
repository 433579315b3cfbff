// What the server says, saving, and the start of the page.

const receivers = {
  state: showState,
  saved: ({ name }) => say(`${name} saved.`),
  refused: ({ message, what }) => {
    if (what === "save") saveAs(message); else if (what === "export") refuseExport(message); else say(message, true);
    adjusted = crop.written = dial.written = -Infinity;
    if (state) showSettings();
    followCrop();
  },
  exists: async ({ name }) => {
    if (await ask("Replace the file?", `${name} exists.`, ["Replace"])) send({ do: "save", name, overwrite: true });
  },
  ...exportReceivers,
  ended: ({ message = "frameit has ended.", saved = state?.saved }) => {
    connection.hasEnded = true;
    if (state) state.saved = saved;
    $("status").textContent = `${message} The script is ${isTextSaved() ? "saved. You can close this page" : "not saved"}.`;
    if (!isTextSaved()) $("status").after(make("button", { onclick: () => copy($("text").value, "Script") }, "Copy the script"));
  },
};

function showState(next) {
  const previous = state, isOther = next.version !== previous?.version || next.inputs.number !== previous.inputs.number;
  state = next;
  formats = next.formats ?? formats;
  // A text area has no other line ends.
  next.text = next.text.replace(/\r\n?/g, "\n");
  // While the script has errors, the last good run stays, unless another input is shown.
  run = next.run ?? (next.inputs.number === previous?.inputs.number ? run : null);
  if (!run || (next.errors.length && view.picture?.input !== next.inputs.number)) forgetPicture();
  takeText(next);
  openNeeded(next, previous);
  // The server forgets the shown time whenever it runs the script.
  if (isOther || connection.isFirst) goLive(); else if (scrubbed !== null) sendScrub();
  connection.isFirst = false;
  if (previous && next.version !== previous.version) tellChange(next);
  // What was refused because of errors can be tried again.
  if (previous?.errors.length && !next.errors.length) unsay();
  showFile();
  showProblems(next, previous);
  showSettings();
  showTimeline();
  showPlay();
  showDialog();
  showLayers();
  showNumbers();
  showCorners();
  followCrop();
  showStrip(next.inputs);
  showCommand(next);
  if (next.conflict && !previous?.conflict) tellConflict();
  // Another page has answered.
  if (previous?.conflict && !next.conflict && $("ask").open) $("ask").close("Cancel");
  redraw();
}

/** A new script that nobody has changed is nothing to lose. */
const isTextSaved = () => $("text").value === editor.base && (state?.saved || state?.fresh);

/** Says what a gesture wrote. */
function tellChange({ text, change, style }) {
  if (stepped) {
    announce(stepped === "undo" ? "Undone" : "Redone");
    stepped = null;
    return;
  }
  if (!change) return;
  const written = text.slice(...change).trim().replace(/\n/g, "; ");
  if (written.startsWith("touch ") && style !== "touches") {
    return say(`Written as touches: ${style} would make another picture here, for example because of a limit.`);
  }
  announce(written ? `${written.length > 200 ? "Touches" : written} written` : "Statement removed");
}

function showFile() {
  const name = state.name ?? "Untitled", isSaved = state.saved && state.name;
  $("name").replaceChildren(name, " ", make("small", {}, state.conflict ? "changed on disk" : isSaved ? "saved" : "not saved"));
  document.title = `${isSaved ? "" : "• "}${name} - frameit studio`;
  $("undo").disabled = !state.undo;
  $("redo").disabled = !state.redo;
  if (document.activeElement.matches("#undo:disabled, #redo:disabled")) $("pane").focus();
}

function save(asOther = false) {
  if (state?.conflict) return resolveConflict();
  if (state?.name && !asOther) return sendAfterText({ do: "save" });
  saveAs("Name the file of the script.");
}
async function saveAs(text) {
  const name = await ask("Save as", text, ["Save"], state?.name ?? "script.txt");
  if (name) sendAfterText({ do: "save", name: name.trim() });
}

/** A dialog would take the keys of somebody who is typing. */
function tellConflict() {
  if (document.activeElement === $("text")) say(`${state.name} was changed on disk, and here, too. Save to choose one.`, true);
  else resolveConflict();
}
async function resolveConflict() {
  const text = `${state.name} was changed on disk, and here, too. Reload takes the text on disk, and can be undone. `
    + "Overwrite replaces it by the text here.";
  const answer = await ask("The file was changed", text, ["Reload", "Overwrite"]);
  if (answer === "Reload") sendAfterText({ do: "reload" });
  if (answer === "Overwrite") sendAfterText({ do: "save", overwrite: true });
}

startCanvas();
startFingers();
startEditor();
startSettings();
startCrop();
startStraighten();
startCorners();
startTimeline();
startPlay();
startDialog();
startLayers();
startStrip();
startExports();
startPanes();
startKeys();
for (const way of ["undo", "redo"]) $(way).onclick = () => step(way);
$("save").onclick = () => save();
$("save-as").onclick = () => save(true);
connect();
