// Fingers: touches, a pen, a mouse, and a mouse with Alt as two fingers. Wheels and trackpads.

/** Fingers that are down, by the pointer's id: {id, at, moved, twin, center}; the twin is the second finger of Alt. */
const fingers = new Map();
let hovering = [];
let lastTime = 0;

const pair = (finger) => finger.twin ? [finger, finger.twin] : [finger];
const allFingers = () => [...fingers.values()].flatMap(pair);
const visibleFingers = () => [...allFingers().map((finger) => finger.at), ...hovering];

function lowestId(taken) {
  let id = 1;
  while (taken.includes(id)) id++;
  return id;
}

/** The middle of the current layer, about which Alt mirrors. */
function layerCenter() {
  const [left, top, w, h] = canvasBox(), current = view.picture?.header.layers?.find((layer) => layer.current);
  const [[x, y], , [u, v]] = current?.corners ?? [[left, top], [], [left + w, top + h]];
  return [(x + u) / 2, (y + v) / 2];
}
const mirror = (point, center) => minus(plus(center, center), point);

function sendTouches(time, phase, touched) {
  if (!touched.length || !isConnected()) return;
  lastTime = Math.max(lastTime, time);
  sendAfterText({ do: "touch", t: lastTime, touches: touched.map(({ id, at }) => [id, phase, ...at]) });
}
function sendMoves() {
  const moved = allFingers().filter((finger) => finger.moved);
  sendTouches(moved[0]?.moved, "move", moved);
  for (const finger of moved) finger.moved = 0;
}
const sendMovesSoon = perFrame(sendMoves);

const isPair = (event) => event.altKey && event.pointerType === "mouse";

function fingerDown(event) {
  const taken = allFingers().map((finger) => finger.id), at = canvasPoint(event);
  if (fingers.has(event.pointerId) || isOpenCorners() || taken.length + isPair(event) > 9) return;
  goLive();
  showBefore(false);
  sendMoves();
  const finger = { id: lowestId(taken), at };
  if (isPair(event)) {
    finger.center = layerCenter();
    finger.twin = { id: lowestId([...taken, finger.id]), at: mirror(at, finger.center) };
  }
  fingers.set(event.pointerId, finger);
  hovering = [];
  sendTouches(event.timeStamp, "down", pair(finger));
  redraw();
}

function fingerMove(event) {
  const finger = fingers.get(event.pointerId), at = canvasPoint(event), wasHovering = hovering.length > 0;
  if (finger && String(at) !== String(finger.at)) {
    // With Shift the center goes along, so that both fingers move in parallel.
    if (finger.twin && event.shiftKey) finger.center = plus(finger.center, minus(at, finger.at));
    finger.at = at;
    if (finger.twin) finger.twin.at = mirror(at, finger.center);
    // When it moved, for the next message.
    for (const each of pair(finger)) each.moved = event.timeStamp;
    // Moves of several fingers are one message: they end with a touchmove, or with the frame.
    if (fingers.size > 1) sendMovesSoon(); else sendMoves();
  }
  hovering = !finger && isPair(event) ? [at, mirror(at, layerCenter())] : [];
  if (finger || wasHovering || hovering.length) redraw();
  const [x, y] = at.map(Math.floor), [left, top, w, h] = canvasBox();
  $("readout").textContent = x >= left && y >= top && x < left + w && y < top + h ? `${x}, ${y}` : "";
}

function fingerEnd({ pointerId, timeStamp }, phase) {
  const finger = fingers.get(pointerId);
  if (!finger) return;
  if (phase === "up") sendMoves();
  fingers.delete(pointerId);
  sendTouches(timeStamp, phase, pair(finger));
  redraw();
}
function cancelFingers() {
  sendTouches(performance.now(), "cancel", allFingers());
  forgetFingers();
}
function forgetFingers() {
  fingers.clear();
  grips.clear();
  hovering = [];
  redraw();
}

// Moving the view: with one pointer or two, instead of fingers

const grips = new Map();
let isSpaceDown = false;
const isViewMoving = () => isSpaceDown || isPressed($("hand"));

function holdSpace(isDown) {
  isSpaceDown = isDown;
  $("pane").classList.toggle("hand", isViewMoving());
}
function release({ pointerId }) {
  if (grips.delete(pointerId) && !grips.size && isCropping()) dropPhoto();
}
/** The middle between the pointers, and their distance. */
function grasp() {
  const [a, b = a] = [...grips.values()].map(panePoint);
  return { at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], size: Math.hypot(...minus(a, b)) };
}
function dragView(event) {
  const from = grasp();
  grips.set(event.pointerId, event);
  const to = grasp(), isPhotoMoving = isCropping() && !isViewMoving() && !(event.buttons & 4);
  (isPhotoMoving ? movePhoto : moveView)(from.size && to.size ? to.size / from.size : 1, from.at, to.at);
}

// Wheels: all events of a frame are one step

const wheel = { pan: [0, 0], pinch: 1, at: null };
const sendWheel = perFrame(() => {
  if (wheel.pinch !== 1) nudge("pinch", wheel.pinch, wheel.at);
  if (wheel.pan.some(Boolean)) nudge("pan", wheel.pan);
  Object.assign(wheel, { pan: [0, 0], pinch: 1 });
});

function turnWheel(event) {
  event.preventDefault();
  const [dx, dy] = [event.deltaX, event.deltaY].map((delta) => delta * [1, 16, 400][event.deltaMode]);
  // A notch of a mouse's wheel is 100 or more; the steps of a trackpad are small.
  const factor = Math.exp(-clamp(dy, -100, 100) / (Math.abs(dy) < 40 ? 100 : 1000));
  const at = panePoint(event), isPinch = event.ctrlKey || Math.abs(dy) >= 40;
  if (isViewMoving() || event.buttons & 4) return moveView(factor, at, at);
  if (isCropping()) return isPinch ? wheelPhoto(at, factor, [0, 0]) : wheelPhoto(at, 1, [dx, dy]);
  // Browsers report the pinch of a trackpad as a wheel with Ctrl.
  if (event.ctrlKey) Object.assign(wheel, { pinch: wheel.pinch * factor, at: canvasPoint(event) });
  else wheel.pan = minus(wheel.pan, [dx / scale(), dy / scale()]);
  sendWheel();
}

function startFingers() {
  const pane = $("pane");
  pane.onpointerdown = (event) => {
    event.preventDefault();
    pane.focus({ preventScroll: true, focusVisible: false });
    pane.setPointerCapture(event.pointerId);
    if (event.button === 1 || (event.button === 0 && (isViewMoving() || isCropping()))) grips.set(event.pointerId, event);
    else if (event.button === 0) fingerDown(event);
  };
  pane.onpointermove = (event) => { if (grips.has(event.pointerId)) dragView(event); else fingerMove(event); };
  // Browsers report moves once a frame, but these events at once, where the connection is safe.
  pane.addEventListener("pointerrawupdate", (event) => { if (fingers.has(event.pointerId)) fingerMove(event); });
  pane.onpointerup = (event) => { release(event); if (event.button === 0) fingerEnd(event, "up"); };
  pane.onpointercancel = pane.onlostpointercapture = (event) => { release(event); fingerEnd(event, "cancel"); };
  pane.addEventListener("touchmove", sendMoves, { passive: true });
  pane.onpointerleave = () => { hovering = []; $("readout").textContent = ""; redraw(); };
  pane.oncontextmenu = (event) => event.preventDefault();
  pane.addEventListener("wheel", turnWheel, { passive: false });
  addEventListener("blur", () => { cancelFingers(); holdSpace(false); });
  document.addEventListener("visibilitychange", cancelFingers);
  $("hand").onclick = () => { press($("hand"), !isPressed($("hand"))); holdSpace(false); };
}
