// Export: the dialog, and the bar of the one export that runs.

/** What the server can write, from its first message: `title`, `endings`, and `animated` for frames. */
let formats = [];
/** The request of the export that runs; null if none does. */
let exporting = null;
/** The ending for a picture, if another one is in the field only because it can hold an animation. */
let stillEnding = null;
let lastEnding = "jpg";

const common = ["JPEG", "PNG", "WebP", "GIF", "AVIF", "HEIC", "JPEG XL", "TIFF", "SVG"];
// The script's folder is no use to a phone.
const isLocal = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

const endingOf = (name) => /[^/]\.([^./]+)$/.exec(name.trim())?.[1].toLowerCase();
const formatOf = (ending) => formats.find(({ endings }) => endings.includes(ending));
const isAnimation = () => !$("export-motion").hidden && $("export-form").elements.motion.value === "animation";

/** The photo's name with a word more, so that the file lies beside the photo. */
function exportName() {
  const photo = inputs.names[inputs.number - 1] ?? state?.name ?? "picture";
  return `${photo.replace(/\.[^.]*$/, "")}-framed.${lastEnding}`;
}
function setEnding(ending) {
  const field = $("export-name");
  field.value = field.value.replace(/(\.[^./]*)?$/, `.${ending}`);
}

// The dialog

function openExport() {
  if ($("export-dialog").open || exporting) return;
  $("export-motion").hidden = !run?.duration && !run?.animated;
  $("export-name").value = exportName();
  stillEnding = null;
  chooseMotion();
  $("export-dialog").showModal();
  // The keyboard of a phone would cover the dialog.
  if (matchMedia("(pointer: coarse)").matches) return $("export-form").querySelector(".main").focus();
  $("export-name").focus();
  $("export-name").setSelectionRange(0, $("export-name").value.lastIndexOf("."));
}

/** An animation needs a format with frames, and a script without time has the frames of its photo. */
function chooseMotion() {
  $("export-rate").parentElement.hidden = !isAnimation() || !run?.duration;
  const ending = endingOf($("export-name").value), best = ["webp", "gif", "png"].find((each) => formatOf(each)?.animated);
  if (isAnimation() && best && !formatOf(ending)?.animated) {
    stillEnding = ending;
    setEnding(best);
  } else if (!isAnimation() && stillEnding) {
    setEnding(stillEnding);
    stillEnding = null;
  }
  showFormat();
}

/** Says which format the ending chooses, and which others many programs read. */
function showFormat() {
  const format = formatOf(endingOf($("export-name").value)), usable = formats.filter(({ animated }) => animated || !isAnimation());
  const isGood = usable.includes(format);
  const others = usable.filter((each) => each !== format && common.includes(each.title)).map(({ endings }) => `.${endings[0]}`);
  const verdict = isGood ? `${format.title}${isAnimation() ? ", animated" : ""}.` : format ? `${format.title} stores one picture.` : "The ending chooses the format.";
  const choices = others.length ? ` ${isGood ? "Other endings" : "Endings"}: ${others.join(" ")}` : "";
  tellInDialog(verdict + choices, false);
  return isGood;
}
function tellInDialog(text, isBad) {
  if ($("export-hint").textContent !== text) $("export-hint").textContent = text;
  $("export-hint").classList.toggle("bad", isBad);
  $("export-name").setAttribute("aria-invalid", String(isBad));
  if (isBad) $("export-name").focus();
}

function submitExport(download) {
  if (!$("export-form").reportValidity()) return;
  if (!showFormat()) return tellInDialog($("export-hint").textContent, true);
  const motion = isAnimation() ? { animated: true, ...run.duration ? { rate: Number($("export-rate").value) } : {} } : {};
  startExport({ do: "export", name: $("export-name").value.trim(), ...motion, ...download ? { download } : {} });
}
function startExport(request) {
  if (!isConnected()) return say("There is no connection.", true);
  if (exporting) return;
  exporting = request;
  sendAfterText(request);
}

// The export

const exportReceivers = {
  exporting: showExport,
  exported: ({ name, notices }) => endExport(`${name} exported.`, notices),
  exportCanceled: ({ name }) => endExport(`The export of ${name} was canceled.`),
  exportExists: askToReplace,
};

function showExport({ name, percent }) {
  if (!exporting || exporting.isCanceled) return;
  if ($("export-dialog").open) announce(`Exporting ${name}`);
  $("export-dialog").close();
  lastEnding = stillEnding ?? endingOf(name);
  const stage = percent === 100 ? `Finishing ${name}…` : `Exporting ${name}…${percent == null ? "" : ` ${percent}%`}`;
  showExportBar({ text: stage, percent: percent ?? null, button: "Cancel" });
}

/** Notices and errors stay until somebody has read them. */
function endExport(text, notices = [], isBad = false) {
  exporting = null;
  if (!notices.length && !isBad) {
    hideExportBar();
    return say(text);
  }
  showExportBar({ text, notices, isBad, button: "Close" });
  announce([text, ...notices].join(" "));
}

function refuseExport(message) {
  exporting = null;
  hideExportBar();
  if ($("export-dialog").open) tellInDialog(message, true); else endExport(`Not exported: ${message}`, [], true);
}

async function askToReplace({ name }) {
  const request = exporting;
  exporting = null;
  hideExportBar();
  if (await ask("Replace the file?", `${name} exists.`, ["Replace"])) startExport({ ...request, overwrite: true });
}

/** A file that was exported for this page. */
function takeFile({ name, notices }, blob) {
  if (!exporting || exporting.isCanceled) return endExport(`The export of ${name} was canceled.`);
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  // A browser may ask first where to put it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  endExport(`${name} downloaded.`, notices);
}

/** The server cancels the export of a page that is gone. */
function loseExport() {
  if (exporting) refuseExport("the connection was lost");
}

// The bar

function showExportBar({ text, percent, notices = [], isBad = false, button }) {
  $("export").disabled = exporting !== null;
  $("export-bar").hidden = false;
  $("export-bar").classList.toggle("bad", isBad);
  $("export-text").textContent = text;
  $("export-part").hidden = !exporting;
  if (percent == null) $("export-part").removeAttribute("value"); else $("export-part").value = percent;
  $("export-notices").replaceChildren(...notices.map((notice) => make("li", {}, notice)));
  $("export-stop").textContent = button;
}
function hideExportBar() {
  $("export").disabled = false;
  if ($("export-bar").contains(document.activeElement)) $("pane").focus();
  $("export-bar").hidden = true;
}
function stopExport() {
  if (!exporting) return hideExportBar();
  exporting.isCanceled = true;
  $("export-text").textContent = "Canceling…";
  send({ do: "cancelExport" });
}

function startExports() {
  const [main, other] = isLocal ? [$("export-write"), $("export-download")] : [$("export-download"), $("export-write")];
  main.type = "submit";
  main.classList.add("main");
  $("export-form").onsubmit = (event) => { event.preventDefault(); submitExport(!isLocal); };
  other.onclick = () => submitExport(isLocal);
  $("export-close").onclick = () => $("export-dialog").close();
  $("export-name").oninput = () => { stillEnding = null; showFormat(); };
  $("export-motion").onchange = chooseMotion;
  $("export").onclick = openExport;
  $("export-stop").onclick = stopExport;
  // Touches on it are not for the picture.
  for (const type of ["pointerdown", "wheel"]) $("export-bar").addEventListener(type, (event) => event.stopPropagation());
}
