// The crop rectangle: eight handles and the whole, by pointer and by arrow keys, and number fields.

/** Each handle moves some edges: left, top, right, bottom. */
const handles = [["whole", [1, 1, 1, 1]], ["top left", [1, 1, 0, 0]], ["top", [0, 1, 0, 0]], ["top right", [0, 1, 1, 0]],
  ["right", [0, 0, 1, 0]], ["bottom right", [0, 0, 1, 1]], ["bottom", [0, 0, 0, 1]], ["bottom left", [1, 0, 0, 1]],
  ["left", [1, 0, 0, 0]]];
const cropFields = () => ["x", "y", "w", "h"].map((name) => $(`crop-${name}`));
let cropEdges = [0, 0, 1, 1];

function setCrop([x, y, w, h]) {
  cropEdges = [x, y, x + w, y + h];
  cropFields().forEach((field, index) => { if (field !== document.activeElement) field.value = brief([x, y, w, h][index]); });
  placeCrop();
}
function placeCrop() {
  const [left, top] = toPane(cropEdges.slice(0, 2)), [right, bottom] = toPane(cropEdges.slice(2));
  Object.assign($("crop-box").style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
}

/** Moves edges by whole pixels, not beyond the canvas nor past the opposite edge. */
function moveEdges(start, moves, delta) {
  const size = canvasSize(), edges = [...start];
  const isWhole = moves.every(Boolean);
  for (const index of [0, 1, 2, 3]) {
    const axis = index % 2, isFar = index > 1;
    const least = isWhole ? (isFar ? start[index] - start[axis] : 0) : isFar ? edges[axis] + 1 : 0;
    const most = isWhole ? (isFar ? size[axis] : size[axis] - start[axis + 2] + start[axis]) : isFar ? size[axis] : start[axis + 2] - 1;
    if (moves[index]) edges[index] = clamp(Math.round(start[index] + delta[axis]), least, most);
  }
  const [left, top, right, bottom] = edges;
  setCrop([left, top, right - left, bottom - top]);
}

function handle([name, moves]) {
  const button = make("button", { type: "button", className: name, "aria-label": name === "whole" ? "Move the crop" : `Crop, ${name}` });
  if (name !== "whole") {
    const place = (near, far) => near ? "0%" : far ? "100%" : "50%";
    Object.assign(button.style, { left: place(moves[0], moves[2]), top: place(moves[1], moves[3]),
      cursor: moves[0] + moves[2] === 0 ? "ns-resize" : moves[1] + moves[3] === 0 ? "ew-resize"
        : moves[0] === moves[1] ? "nwse-resize" : "nesw-resize" });
  }
  let from = null;
  button.onpointerdown = (event) => {
    button.setPointerCapture(event.pointerId);
    from = { at: toCanvas(event), edges: cropEdges };
  };
  button.onpointermove = (event) => { if (from) moveEdges(from.edges, moves, minus(toCanvas(event), from.at)); };
  button.onlostpointercapture = () => { from = null; };
  button.onkeydown = (event) => {
    const delta = arrows[event.key];
    if (!delta) return;
    event.preventDefault();
    moveEdges(cropEdges, moves, delta.map((value) => value * (event.shiftKey ? 10 : 1)));
    announce(cropFields().map((field) => field.value).join(", "));
  };
  return button;
}

function openCrop(isOpen) {
  $("crop-bar").hidden = $("crop-box").hidden = !isOpen;
  press($("crop"), isOpen);
  if (isOpen) {
    setCrop(run?.crop ?? [0, 0, ...canvasSize()]);
    $("crop-box").children[1].focus();
  } else {
    $("crop").focus();
  }
  redraw();
}

function startCrop() {
  $("crop-box").append(...handles.map(handle));
  $("crop").onclick = () => openCrop($("crop-box").hidden);
  $("crop-close").onclick = () => openCrop(false);
  $("crop-remove").onclick = () => { set("crop", null); openCrop(false); };
  $("crop-bar").onsubmit = (event) => {
    event.preventDefault();
    set("crop", cropFields().map((field) => Number(field.value)));
    openCrop(false);
  };
  for (const field of cropFields()) field.oninput = () => setCrop(cropFields().map((each) => Number(each.value)));
}
