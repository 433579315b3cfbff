// Panels, and the panes that hold them: which are open, how large they are, and the edges that drag them. The picture has the
// window until a panel is used. A narrow screen shows one panel at a time, as a sheet.

const panels = ["script", "adjust", "layers", "time", "inputs", "plan", "numbers"];
const isLow = (id) => $(id).classList.contains("low");

/** Sizes of panes in CSS pixels. A sheet is below the picture, a wing beside it, on a phone on its side. */
const sizes = { side: 384, low: 256, time: 152, inputs: 168, sheet: 320, wing: 340 };
const leastSizes = { side: 240, low: 96, time: 120, inputs: 128, sheet: 144, wing: 240 };
const defaultSizes = { ...sizes };

/** The open panels of a wide window, and the one of a narrow screen. */
const opened = new Set();
let sheet = null;
/** What a person has opened or closed. Other panels open when they are first needed. */
let chosen = {};

const narrow = matchMedia("(max-width: 56rem)");
const lying = matchMedia("(max-width: 56rem) and (min-aspect-ratio: 5/4)");
const isOpen = (id) => narrow.matches ? sheet === id : opened.has(id);

function openPanel(id, isOn = true) {
  const hadFocus = $(id).contains(document.activeElement);
  if (narrow.matches) sheet = isOn ? id : null;
  else {
    if (isOn && isLow(id)) for (const other of panels.filter(isLow)) opened.delete(other);
    opened[isOn ? "add" : "delete"](id);
  }
  layOut();
  if (hadFocus && !isOn) $(`show-${id}`).focus();
}
/** Opens a panel for the first use of what it shows, unless a person has closed it. No sheet covers the picture by itself. */
function needPanel(id) {
  if (chosen[id] === undefined && !narrow.matches) openPanel(id);
}
function choosePanel(id, isOn) {
  openPanel(id, isOn);
  if (narrow.matches) return;
  for (const other of isLow(id) ? panels.filter(isLow) : [id]) chosen[other] = opened.has(other);
  remember();
}

/** Opens what a state needs: the script for its errors, the time line for the first gesture, the photos if there are several. */
function openNeeded(next, previous) {
  const steps = (state) => state?.run?.trace?.length ?? 0, hasErrors = (state) => Boolean(state?.errors.some(({ line }) => line));
  // The script shows errors even to a person who has closed it.
  if (hasErrors(next) && !hasErrors(previous)) openPanel("script");
  if (previous && next.change && !fingers.size && steps(next) > steps(previous)) needPanel("time");
  if (next.inputs.count > 1 && !previous) needPanel("inputs");
  const { length } = next.errors.length ? next.errors : next.notices ?? [];
  $("show-script").dataset.count = length || "";
  $("show-script").ariaLabel = length ? `Script, ${length} ${length > 1 ? "messages" : "message"}` : "Script";
  $("show-script").classList.toggle("bad", next.errors.length > 0);
}

function layOut() {
  for (const id of panels) {
    $(id).hidden = !isOpen(id);
    $(`show-${id}`).ariaExpanded = String(isOpen(id));
  }
  const isSplit = !narrow.matches, isLowOpen = panels.some((id) => isLow(id) && isOpen(id));
  $("side").hidden = !isOpen("script") && !isLowOpen;
  $("side-edge").hidden = isSplit ? $("side").hidden : !sheet;
  $("low-edge").hidden = !(isSplit && isOpen("script") && isLowOpen);
  for (const id of ["time", "inputs"]) $(`${id}-edge`).hidden = !(isSplit && isOpen(id));
  $("rail").ariaOrientation = narrow.matches && !lying.matches ? "horizontal" : "vertical";
  showSizes();
}

// Edges: each belongs to the pane that follows it, to the right or below

const edges = { "side-edge": () => !narrow.matches ? "side" : lying.matches ? "wing" : "sheet", "low-edge": () => "low",
  "time-edge": () => "time", "inputs-edge": () => "inputs" };
const isUpright = (pane) => pane === "side" || pane === "wing";
/** The largest part of the room that a pane takes: the picture keeps a part of it. */
const mostParts = { side: 0.6, wing: 0.6, low: 0.7, sheet: 0.55, time: 0.4, inputs: 0.4 };
function mostSize(pane) {
  const { clientWidth, clientHeight } = $("room"), room = isUpright(pane) ? clientWidth : clientHeight;
  return Math.max(Math.round(room * mostParts[pane]), leastSizes[pane]);
}

function showSizes() {
  for (const [id, paneOf] of Object.entries(edges)) {
    const pane = paneOf(), edge = $(id), size = clamp(sizes[pane], leastSizes[pane], mostSize(pane));
    document.body.style.setProperty(`--${pane}`, `${size}px`);
    edge.ariaOrientation = isUpright(pane) ? "vertical" : "horizontal";
    Object.assign(edge, { ariaValueMin: leastSizes[pane], ariaValueMax: mostSize(pane), ariaValueNow: size,
      ariaValueText: `${size} pixels` });
  }
}
function setSize(pane, size) {
  sizes[pane] = Math.round(clamp(size, leastSizes[pane], mostSize(pane)));
  showSizes();
}
/** Closes the panels of a pane. */
function closePane(pane) {
  const inside = panels.filter(isOpen).filter((id) => pane === "sheet" || pane === "wing" || id === pane
    || (pane === "low" ? isLow(id) : pane === "side" && (isLow(id) || id === "script")));
  for (const id of inside) choosePanel(id, false);
  $(`show-${inside[0]}`)?.focus();
}

function startEdge(edge, paneOf) {
  let isFar = false;
  const along = (event) => isUpright(paneOf()) ? event.clientX : event.clientY;
  makeDraggable(edge, () => Number(edge.ariaValueNow), (start, event, first) => {
    const size = start + along(first) - along(event);
    // A pane that is dragged nearly to nothing is closed.
    isFar = size < leastSizes[paneOf()] / 2;
    setSize(paneOf(), size);
  }, () => {
    if (isFar) closePane(paneOf());
    isFar = false;
    remember();
  });
  edge.ondblclick = () => { setSize(paneOf(), defaultSizes[paneOf()]); remember(); };
  edge.onkeydown = (event) => {
    const pane = paneOf(), [x, y] = arrows[event.key] ?? [0, 0], step = (isUpright(pane) ? x : y) * (event.shiftKey ? 64 : 16);
    if (step) setSize(pane, Number(edge.ariaValueNow) - step);
    else if (event.key === "Home") setSize(pane, leastSizes[pane]);
    else if (event.key === "End") setSize(pane, mostSize(pane));
    else if (event.key === "Enter") closePane(pane);
    else return;
    event.preventDefault();
    remember();
  };
}

// Memory: a browser may refuse it, and what it has may be of another version of the page

const memoryName = "frameit studio";
function remember() {
  try { localStorage.setItem(memoryName, JSON.stringify({ sizes, chosen })); } catch { /* The panes are as they were next time. */ }
}
function recall() {
  let memory = {};
  try { memory = JSON.parse(localStorage.getItem(memoryName)) ?? {}; } catch { /* As on the first visit. */ }
  for (const pane of Object.keys(sizes)) if (Number.isFinite(memory.sizes?.[pane])) sizes[pane] = memory.sizes[pane];
  for (const id of panels) {
    if (typeof memory.chosen?.[id] !== "boolean") continue;
    chosen[id] = memory.chosen[id];
    if (chosen[id]) opened.add(id);
  }
}

function startPanes() {
  recall();
  for (const id of panels) $(`show-${id}`).onclick = () => choosePanel(id, !isOpen(id));
  // The Tab key stops at one button of the rail: the last one that was used.
  const buttons = [...$("rail").children];
  const stopAt = (button) => { for (const other of buttons) other.tabIndex = other === button ? 0 : -1; };
  stopAt(buttons[0]);
  $("rail").addEventListener("focusin", ({ target }) => stopAt(target));
  $("rail").onkeydown = (event) => moveIn(buttons, event, ...$("rail").ariaOrientation === "vertical" ? ["ArrowUp", "ArrowDown"]
    : ["ArrowLeft", "ArrowRight"]);
  for (const [id, paneOf] of Object.entries(edges)) startEdge($(id), paneOf);
  narrow.onchange = lying.onchange = layOut;
  new ResizeObserver(showSizes).observe($("room"));
  layOut();
}
