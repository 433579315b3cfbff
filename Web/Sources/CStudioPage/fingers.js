// Fingers: touches, a pen, a mouse, and a mouse with Alt as two fingers. Wheels and trackpads.

/** Fingers that are down, by the pointer's id: {id, at, moved, twin}; a twin is a second finger that Alt adds. */
const fingers = new Map();
let hovering = null;
let lastTime = 0;
let isSpaceDown = false;

const isViewMoving = () => isSpaceDown || $("hand").getAttribute("aria-pressed") === "true";
const allFingers = () => [...fingers.values()].flatMap((finger) => finger.twin ? [finger, finger.twin] : [finger]);

function visibleFingers() {
  const down = allFingers().map((finger) => finger.at);
  return down.length || !hovering ? down : hovering;
}

function freeNumber(...taken) {
  const used = new Set([...allFingers().map((finger) => finger.id), ...taken]);
  let id = 1;
  while (used.has(id)) id++;
  return id;
}

/** The middle of the current layer, about which Alt mirrors. */
function layerCenter() {
  const corners = view.picture?.header.layers?.find((layer) => layer.current)?.corners;
  if (!corners) return canvasSize().map((length) => length / 2);
  return [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
}
const mirror = ([x, y], [cx, cy]) => [2 * cx - x, 2 * cy - y];

function sendTouches(time, touches) {
  // Pages in the background and several devices have clocks that may step back.
  lastTime = Math.max(lastTime, time);
  send({ do: "touch", t: lastTime, touches });
}
function sendMoves(time = lastTime) {
  const moved = allFingers().filter((finger) => finger.moved);
  for (const finger of moved) finger.moved = false;
  if (moved.length) sendTouches(time, moved.map(({ id, at }) => [id, "move", ...at]));
}
let moveTime = 0;
const sendMovesSoon = perFrame(() => sendMoves(moveTime));

function fingerDown(event) {
  const at = toCanvas(event);
  if (event.button !== 0 || fingers.has(event.pointerId) || allFingers().length + (event.altKey ? 2 : 1) > 10) return;
  goLive();
  showBefore(false);
  sendMoves(event.timeStamp);
  const finger = { id: freeNumber(), at, moved: false };
  if (event.pointerType === "mouse" && event.altKey) {
    finger.center = layerCenter();
    finger.twin = { id: freeNumber(finger.id), at: mirror(at, finger.center), moved: false };
  }
  fingers.set(event.pointerId, finger);
  sendTouches(event.timeStamp, both(finger, "down"));
  redraw();
}
const both = (finger, phase) =>
  (finger.twin ? [finger, finger.twin] : [finger]).map(({ id, at }) => [id, phase, ...at]);

function fingerMove(event) {
  const finger = fingers.get(event.pointerId), at = toCanvas(event);
  if (finger) {
    if (finger.twin) {
      // With Shift the center goes along, so that both fingers move in parallel.
      if (event.shiftKey) finger.center = plus(finger.center, minus(at, finger.at));
      finger.twin.at = mirror(at, finger.center);
      finger.twin.moved = true;
    }
    finger.at = at;
    finger.moved = true;
    moveTime = event.timeStamp;
    sendMovesSoon();
  }
  hovering = !finger && event.altKey && event.pointerType === "mouse" ? [at, mirror(at, layerCenter())] : null;
  redraw();
  showReadout(at);
}

function fingerEnd(event, phase) {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  if (phase === "up") sendMoves(event.timeStamp);
  fingers.delete(event.pointerId);
  sendTouches(event.timeStamp, both(finger, phase));
  redraw();
}
function cancelFingers() {
  const touches = [...fingers.values()].flatMap((finger) => both(finger, "cancel"));
  if (touches.length) sendTouches(performance.now(), touches);
  forgetFingers();
}
function forgetFingers() {
  fingers.clear();
  hovering = null;
  redraw();
}

function showReadout(point) {
  const [x, y] = point.map(Math.floor), [w, h] = canvasSize();
  $("readout").textContent = x >= 0 && y >= 0 && x < w && y < h ? `${x}, ${y}` : "";
}

// Dragging the view

let grip = null;
function gripView(event) {
  grip = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
}
function dragView(event) {
  moveView(event.clientX - grip.x, event.clientY - grip.y);
  gripView(event);
}

// Wheels: a step of all events of a frame

const wheel = { pan: [0, 0], pinch: 1, at: null };
const sendWheel = perFrame(() => {
  goLive();
  if (wheel.pinch !== 1) send({ do: "nudge", what: "pinch", value: wheel.pinch, at: wheel.at });
  if (wheel.pan.some(Boolean)) send({ do: "nudge", what: "pan", value: wheel.pan });
  Object.assign(wheel, { pan: [0, 0], pinch: 1 });
});

function turnWheel(event) {
  event.preventDefault();
  const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
  const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
  // Browsers report the pinch of a trackpad as a wheel with Ctrl.
  const factor = Math.exp(-clamp(dy, -100, 100) / 100);
  if (isViewMoving()) return setZoom(scale() * devicePixelRatio * factor, event);
  if (event.ctrlKey) {
    wheel.pinch *= factor;
    wheel.at = toCanvas(event);
  } else {
    wheel.pan = minus(wheel.pan, [dx / scale(), dy / scale()]);
  }
  sendWheel();
}

function startFingers() {
  const pane = $("pane");
  pane.onpointerdown = (event) => {
    pane.focus({ preventScroll: true });
    pane.setPointerCapture(event.pointerId);
    if (event.button === 1 || (event.button === 0 && isViewMoving())) gripView(event); else fingerDown(event);
    event.preventDefault();
  };
  pane.onpointermove = (event) => { if (grip?.pointer === event.pointerId) dragView(event); else fingerMove(event); };
  pane.onpointerup = (event) => {
    if (grip?.pointer === event.pointerId) grip = null; else if (event.button === 0) fingerEnd(event, "up");
  };
  pane.onpointercancel = pane.onlostpointercapture = (event) => {
    if (grip?.pointer === event.pointerId) grip = null; else fingerEnd(event, "cancel");
  };
  pane.onpointerleave = () => { hovering = null; $("readout").textContent = ""; redraw(); };
  pane.oncontextmenu = (event) => event.preventDefault();
  pane.addEventListener("wheel", turnWheel, { passive: false });
  addEventListener("blur", () => { cancelFingers(); holdSpace(false); });
  document.addEventListener("visibilitychange", () => { if (document.hidden) cancelFingers(); });
  $("hand").onclick = () => { press($("hand"), !isViewMoving()); holdSpace(false); };
}

function holdSpace(isDown) {
  isSpaceDown = isDown;
  $("pane").classList.toggle("hand", isViewMoving());
}
