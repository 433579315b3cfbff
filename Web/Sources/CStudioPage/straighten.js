// The dial that straightens: a ruler of degrees under a needle. It holds at 0.

/** `written` is when the angle was written last: a state that arrives late must not move the dial. */
const dial = { most: 45, pixels: 8, hold: 0.8, timer: 0, written: -Infinity, following: 0 };

function showAngle(angle) {
  $("ruler").style.transform = `translateX(${-angle * dial.pixels}px)`;
  $("angle").textContent = `${brief(angle, 1)}°`;
  Object.assign($("dial"), { ariaValueNow: brief(angle, 1), ariaValueText: `${brief(angle, 1)} degrees` });
  $("degrees").value = brief(angle);
}
const angleShown = () => Number($("dial").ariaValueNow);

/** Shows an angle and a grid, and writes the angle. */
function straighten(angle) {
  showAngle(clamp(Math.round(angle * 100) / 100, -dial.most, dial.most));
  overlay.hasGrid = true;
  clearTimeout(dial.timer);
  dial.timer = setTimeout(() => { overlay.hasGrid = false; redraw(); }, 800);
  sendAngle();
}
/** Shows the angle of the script, unless a hand is turning the dial. */
function followAngle() {
  clearTimeout(dial.following);
  const wait = 500 - (performance.now() - dial.written);
  if (wait > 0) dial.following = setTimeout(followAngle, wait);
  else if (!$("dial").matches(".held")) showAngle(run?.straighten ?? 0);
}
const sendAngle = perFrame(() => {
  dial.written = performance.now();
  if (isCropping()) set("straighten", Number($("degrees").value) || null);
  redraw();
});

/** Takes a typed angle; an empty field removes the statement. */
function typeAngle() {
  const field = $("degrees"), { badInput, rangeOverflow, rangeUnderflow } = field.validity;
  if (badInput || rangeOverflow || rangeUnderflow) {
    say("The angle must be a number from -45 to 45.", true);
    showAngle(run?.straighten ?? 0);
  } else straighten(Number(field.value));
}

function startStraighten() {
  const scale = $("dial"), steps = { ArrowRight: 0.1, ArrowUp: 0.1, ArrowLeft: -0.1, ArrowDown: -0.1, PageUp: 5, PageDown: -5 };
  makeDraggable(scale, angleShown, (start, { clientX }, first) => {
    const angle = Math.round((start - (clientX - first.clientX) / dial.pixels) * 10) / 10;
    straighten(Math.abs(angle) < dial.hold ? 0 : angle);
  });
  scale.ondblclick = () => straighten(0);
  scale.onkeydown = (event) => {
    const { key, shiftKey } = event, step = steps[key];
    if (step) straighten(angleShown() + step * (shiftKey ? 10 : 1));
    else if (key === "Home" || key === "End") straighten(key === "Home" ? -dial.most : dial.most);
    else if (key === "0" || key === "Delete") straighten(0);
    else return;
    event.preventDefault();
  };
  $("degrees").onchange = typeAngle;
  showAngle(0);
}
