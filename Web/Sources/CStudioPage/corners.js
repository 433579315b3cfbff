// The corners of the current layer: four handles, by pointer and by arrow keys, which place the layer or straighten its photo.

const cornerNames = ["top left", "top right", "bottom right", "bottom left"];
/** On the canvas, clockwise from the top left corner of what the layer shows. */
let quad = [];

const isOpenCorners = () => !$("corner-box").hidden;
const isStraightening = () => $("corner-task").value === "unwarp";

function placeCorners() {
  [...$("corner-box").children].forEach((button, index) => {
    const [left, top] = quad[index] ? toPane(quad[index]) : [0, 0];
    Object.assign(button.style, { left: `${left}px`, top: `${top}px` });
  });
}

function setQuad(corners) {
  quad = corners;
  placeCorners();
  redraw();
}

/** Shows the corners of a new run, unless somebody is moving them. */
function showCorners() {
  if (!isOpenCorners()) return;
  if (!run?.corners) return openCorners(false);
  $("corner-remove").disabled = !(isStraightening() ? run.isUnwarped : run.isInPerspective);
  const isHeld = $("corner-box").querySelector(":active");
  if (!isHeld && !isStraightening() && performance.now() - adjusted > 500) setQuad(run.corners);
}

const sendCorners = perFrame(() => set("corners", quad.flat()));
function moveCorner(index, to) {
  setQuad(quad.map((corner, other) => other === index ? to.map((value) => Number(brief(value))) : corner));
  if (!isStraightening()) sendCorners();
}

function cornerHandle(name, index) {
  const button = make("button", { "aria-label": `Corner, ${name}` });
  makeHandle(button, $("corner-bar"), () => quad[index], (corner, way) => {
    moveCorner(index, plus(corner, way));
    return quad[index];
  });
  return button;
}

function openCorners(isOpen) {
  if (isOpen && !run?.corners) return say("There is no current layer.");
  if (isOpen) openCrop(false);
  $("corner-bar").hidden = $("corner-box").hidden = !isOpen;
  press($("corners"), isOpen);
  if (isOpen) startTask();
  (isOpen ? $("corner-box").children[0] : $("corners")).focus();
  redraw();
}
function startTask() {
  $("corner-apply").hidden = !isStraightening();
  adjusted = -Infinity;
  setQuad(run.corners);
  showCorners();
}

function startCorners() {
  $("corner-box").append(...cornerNames.map(cornerHandle));
  $("corners").onclick = () => openCorners(!isOpenCorners());
  $("corner-task").onchange = startTask;
  $("corner-close").onclick = () => openCorners(false);
  $("corner-remove").onclick = () => {
    set(isStraightening() ? "unwarp" : "corners", null);
    openCorners(false);
  };
  $("corner-bar").onsubmit = (event) => {
    event.preventDefault();
    if (isStraightening()) set("unwarp", quad.flat());
    openCorners(false);
  };
}
