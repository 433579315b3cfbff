// Settings: how gestures are written, and statements with a control of their own.

/** When a control was used: a state that arrives late must not move it. */
let adjusted = -Infinity;
function set(what, value) {
  adjusted = performance.now();
  sendStatement({ do: "set", what, value });
}
/** Undoes or redoes. The controls show the script again at once, also one that was just used. */
let stepped = null;
function step(way) {
  adjusted = -Infinity;
  stepped = way;
  sendAfterText({ do: way });
}
function sendStatement(message) {
  if (state?.errors.length) say("Fix the script's errors first."); else sendAfterText(message);
}

/** Words for names of the language. */
const words = { scaleAspectFit: "Fit", scaleAspectFill: "Fill", scaleToFill: "Stretch", redraw: "Stretch, as drawn", center: "Center",
  top: "Top", bottom: "Bottom", left: "Left", right: "Right", topLeft: "Top left", topRight: "Top right", bottomLeft: "Bottom left",
  bottomRight: "Bottom right", frameit: "One or two fingers", photos: "Photo viewer", pickview: "Taps and swipes, too",
  free: "Free", original: "Original", "1:1": "Square", uikit: "iOS", swiftui: "SwiftUI", android: "Android", none: "No gestures" };

function fill(menu, names = [], value) {
  if ([...menu].map((option) => option.value).join("\n") !== names.join("\n")) {
    menu.replaceChildren(...names.map((name) => make("option", { value: name }, !words[name] ? name : words[name].toLowerCase() === name ? words[name] : `${words[name]} (${name})`)));
  }
  menu.value = value ?? "";
}

function showSettings() {
  for (const choice of all("#script [type=radio]")) choice.checked = choice.value === String(state[choice.name]);
  fill($("preset"), state.presets, state.preset);
  fill($("mode"), state.modes, run?.mode);
  const controls = all("#adjust :is(input, select), #crop, #crop-bar :is(button, input, select):not(#crop-cancel), #corners, #corner-bar :not(#corner-close), #reset");
  for (const control of controls) control.disabled = state.errors.length > 0;
  $("mode").disabled ||= !run?.mode;
  $("mode").closest("label").title = run?.mode ? "" : "The layer shows no image, or one that is as large as its box";
  // A control that is disabled loses the focus to nothing.
  if (document.activeElement.disabled) $("text").focus();
  followAngle();
  if (performance.now() - adjusted < 500) return;
  showSliders(run?.adjustments ?? []);
  $("cover").checked = Boolean(run?.cover);
  [$("least").value, $("most").value] = run?.scale ?? ["", ""];
}

/** The sliders of edits with one number; a mark shows where each changes nothing. */
function showSliders(adjustments) {
  for (const { word, least, most, step, neutral, value } of adjustments) {
    if (!$(word)) $("sliders").append(slider(word, least, most, step, neutral));
    $(word).value = $(`${word}-number`).value = value;
  }
}
function slider(word, min, max, step, neutral) {
  const range = make("input", { id: word, type: "range", min, max, step });
  range.setAttribute("list", `${word}-mark`);
  const number = make("input", { id: `${word}-number`, type: "number", min, max, step, "aria-label": `${word}, number` });
  const sendValue = perFrame(() => set(word, Number(range.value)));
  const take = (from, to) => {
    if (from.value === "" || !from.validity.valid) from.value = neutral;
    // A hand near the mark means the mark.
    if (from === range && Math.abs(from.value - neutral) < (max - min) / 100) from.value = neutral;
    to.value = from.value;
    sendValue();
  };
  range.oninput = () => take(range, number);
  number.onchange = () => take(number, range);
  range.ondblclick = () => { range.value = neutral; take(range, number); };
  const name = word[0].toUpperCase() + word.slice(1);
  return make("label", { className: "whole", title: "Double-click for no change" }, `${name} `, range, " ", number,
    make("datalist", { id: `${word}-mark` }, make("option", { value: neutral })));
}

function startSettings() {
  const chosen = (name) => document.querySelector(`[name=${name}]:checked`)?.value;
  for (const choice of all("#script [type=radio]")) {
    choice.onchange = () => send({ do: "style", as: chosen("style"), relative: chosen("relative") === "true" });
  }
  for (const what of ["preset", "mode"]) $(what).onchange = () => set(what, $(what).value);
  $("cover").onchange = () => set("cover", $("cover").checked);
  $("least").onchange = $("most").onchange = () => {
    const limits = [$("least").value, $("most").value];
    if (limits[1] && Number(limits[0]) > Number(limits[1])) return say("The least scale is above the largest one.", true);
    // One empty field is not finished yet; two remove the limit.
    if (Boolean(limits[0]) === Boolean(limits[1])) set("scale", limits[0] ? limits.map(Number) : null);
  };
  $("reset").onclick = () => sendStatement({ do: "reset" });
}
