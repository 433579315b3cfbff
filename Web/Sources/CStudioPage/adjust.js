// Settings: how gestures are written, and statements with a control of their own.

/** A state that arrives late must not move a control that is in use. */
let adjusted = 0;
const set = (what, value) => { adjusted = performance.now(); sendAfterText({ do: "set", what, value }); };

function fill(menu, names = [], value) {
  if (menu.length !== names.length || names.some((name, index) => menu[index].value !== name)) {
    menu.replaceChildren(...names.map((name) => make("option", { value: name }, name)));
  }
  menu.value = value ?? "";
}

function currentLayer(layers = run?.layers ?? []) {
  for (const layer of layers) {
    const found = layer.current ? layer : currentLayer(layer.layers ?? []);
    if (found) return found;
  }
  return null;
}

function showSettings() {
  for (const [name, value] of [["style", state.style], ["relative", String(state.relative)]]) {
    for (const choice of document.getElementsByName(name)) choice.checked = choice.value === value;
  }
  fill($("preset"), state.presets, state.preset);
  fill($("mode"), state.modes, currentLayer()?.mode);
  if (performance.now() - adjusted < 500) return;
  $("straighten").value = $("degrees").value = run?.straighten ?? 0;
  $("cover").checked = Boolean(run?.cover);
  [$("least").value, $("most").value] = run?.scale ?? ["", ""];
}

let gridTimer = 0;
function straighten(from, to) {
  to.value = from.value;
  overlay.hasGrid = true;
  clearTimeout(gridTimer);
  gridTimer = setTimeout(() => { overlay.hasGrid = false; redraw(); }, 800);
  redraw();
  sendAngle();
}
const sendAngle = perFrame(() => set("straighten", clamp(Number($("straighten").value), -45, 45)));

function startSettings() {
  const chosen = (name) => document.querySelector(`[name=${name}]:checked`)?.value;
  for (const choice of document.querySelectorAll("[type=radio]")) {
    choice.onchange = () => send({ do: "style", as: chosen("style"), relative: chosen("relative") === "true" });
  }
  for (const what of ["preset", "mode"]) $(what).onchange = () => set(what, $(what).value);
  $("straighten").oninput = () => straighten($("straighten"), $("degrees"));
  $("degrees").oninput = () => straighten($("degrees"), $("straighten"));
  $("cover").onchange = () => set("cover", $("cover").checked);
  $("least").onchange = $("most").onchange = () => {
    const limits = [$("least"), $("most")].map((field) => field.value);
    // One empty field is not finished yet; two remove the limit.
    if (limits.every(Boolean)) set("scale", limits.map(Number)); else if (!limits.some(Boolean)) set("scale", null);
  };
  $("reset").onclick = () => sendAfterText({ do: "reset" });
}
