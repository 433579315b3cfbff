// What the server says, saving, and the start of the page.

const receivers = {
  state: showState,
  saved: ({ name }) => say(`${name} saved.`),
  refused: ({ message }) => { adjusted = 0; say(message); if (state) showSettings(); },
  exists: async ({ name }) => {
    if (await ask("Replace the file?", `${name} exists in this folder.`, ["Replace", "Cancel"])) send({ do: "save", name, overwrite: true });
  },
  ended: () => {
    connection.hasEnded = true;
    $("status").textContent = hasUnsentText() ? "frameit has ended. Your last change was not sent: copy it before you close this page."
      : "frameit has ended. You can close this page.";
    document.body.classList.add("ended");
  },
};

function showState(next) {
  const previous = state;
  state = next;
  // The canvas of the last good run stays while the script has errors.
  run = next.run ?? run;
  takeText(next);
  connection.isFirst = false;
  tellChange(next, previous);
  showFile();
  showProblems(next);
  showSettings();
  showTimeline();
  showLayers();
  showNumbers();
  showStrip(next.inputs);
  $("command").textContent = next.command;
  if (next.conflict && !previous?.conflict) resolveConflict();
  redraw();
}

/** Says what a gesture wrote. */
function tellChange({ text, change, version }, previous) {
  if (!change || version === previous?.version) return;
  const written = text.slice(...change).trim().replace(/\n/g, "; ");
  announce(written ? `${written.length > 200 ? "Touches" : written} written` : "Statement removed");
}

function showFile() {
  const name = state.name ?? "Untitled", isSaved = state.saved && state.name;
  $("name").textContent = `${name} · ${state.conflict ? "changed on disk" : isSaved ? "saved" : "not saved"}`;
  document.title = `${isSaved ? "" : "• "}${name} - frameit studio`;
  $("undo").disabled = !state.undo;
  $("redo").disabled = !state.redo;
}

async function save() {
  if (state?.conflict) return resolveConflict();
  if (state?.name) return sendAfterText({ do: "save" });
  const name = await ask("Save as", "The script is saved in the folder where frameit runs.", ["Save", "Cancel"], "edit.txt");
  if (name) sendAfterText({ do: "save", name });
}

async function resolveConflict() {
  const answer = await ask("The file was changed", `${state.name} was changed on disk, and here, too. You can undo a reload.`,
    ["Reload", "Overwrite", "Cancel"]);
  if (answer === "Reload") sendAfterText({ do: "reload" });
  if (answer === "Overwrite") sendAfterText({ do: "save", overwrite: true });
}

startCanvas();
startFingers();
startEditor();
startSettings();
startCrop();
startTimeline();
startLayers();
startStrip();
startKeys();
$("undo").onclick = () => sendAfterText({ do: "undo" });
$("redo").onclick = () => sendAfterText({ do: "redo" });
$("save").onclick = save;
connect();
