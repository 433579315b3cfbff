"use strict";
// What all parts of the page use. The files are one script: a name of one is known in all.

const $ = (id) => document.getElementById(id);

/** The last state that the server sent, and its last good run. */
let state = null;
let run = null;

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) element[key] = value; else element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

function draw(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const press = (button, isPressed) => button.setAttribute("aria-pressed", String(isPressed));
const brief = (value, digits = 2) => String(+Number(value).toFixed(digits));
const plus = ([x, y], [u, v]) => [x + u, y + v];
const minus = ([x, y], [u, v]) => [x - u, y - v];
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

/** Returns a function that does the work once in the next frame, however often it is called until then. */
function perFrame(work) {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => { isAsked = false; work(); });
  };
}

/** Shows a toast, which is announced, too. An open dialog would hide a toast outside it. */
function say(text) {
  (document.querySelector("dialog[open]") ?? document.body).append($("said"));
  $("said").textContent = text;
  setTimeout(() => { if ($("said").textContent === text) $("said").textContent = ""; }, 5000);
}

/** Announces something that can be seen anyway. A burst of texts is one announcement, of the last one. */
let announcement = 0;
function announce(text) {
  clearTimeout(announcement);
  announcement = setTimeout(() => { $("heard").textContent = text; }, 500);
}

/** Asks in a dialog; resolves to the chosen answer, null if it was dismissed. `name` adds a field, whose text is the answer. */
function ask(title, text, answers, name) {
  const dialog = $("ask");
  $("ask-title").textContent = title;
  $("ask-text").textContent = text;
  $("ask-label").hidden = name === undefined;
  $("ask-name").value = name ?? "";
  $("ask-name").required = name !== undefined;
  $("ask-answers").replaceChildren(...answers.map((answer, index) =>
    make("button", { value: answer, className: index ? "" : "main", formNoValidate: answer === "Cancel" }, answer)));
  dialog.returnValue = "";
  if (!dialog.open) dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      const answer = dialog.returnValue;
      resolve(!answer || answer === "Cancel" ? null : name === undefined ? answer : $("ask-name").value);
    };
  });
}
