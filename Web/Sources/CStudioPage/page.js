"use strict";
// What all parts of the page use. The files are one script: a name of one is known in all.

const $ = (id) => document.getElementById(id);
const all = (selector) => document.querySelectorAll(selector);

/** The last state that the server sent, and the last good run. */
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
function shape(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
function place(element, left, top, width, height) {
  Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
}

const press = (button, isPressed) => button.setAttribute("aria-pressed", String(isPressed));
const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
const brief = (value, digits = 2) => String(+Number(value).toFixed(digits));
const plus = ([x, y], [u, v]) => [x + u, y + v];
const minus = ([x, y], [u, v]) => [x - u, y - v];
const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

/** Returns a function that does the work once in the next frame, however often it is called until then. */
function perFrame(work) {
  let isAsked = false;
  return () => {
    if (!isAsked) requestAnimationFrame(() => { isAsked = false; work(); });
    isAsked = true;
  };
}

/** Announces something that can be seen elsewhere. Of a burst of texts only the last one is read. */
let announcement = 0;
function announce(text) {
  clearTimeout(announcement);
  announcement = setTimeout(() => { $("heard").textContent = text; }, 500);
}

function unsay() {
  if ($("said").classList.contains("bad")) $("said").textContent = "";
}

/** Shows a toast over the picture, which is announced, too. An open dialog would hide a toast outside it. */
function say(text, isBad = false) {
  (document.querySelector("dialog[open]") ?? $("well")).append($("said"));
  $("said").textContent = text;
  $("said").classList.toggle("bad", isBad);
  setTimeout(() => { if ($("said").textContent === text) $("said").textContent = ""; }, isBad ? 15000 : 5000);
}

function copy(text, what) {
  const copied = navigator.clipboard?.writeText(text) ?? Promise.reject();
  copied.then(() => say(`${what} copied.`), () => say("The browser does not allow copying. Select the text instead."));
}

/** Asks in a dialog. Returns the chosen answer, or the text of the field if a `name` fills one; null if it was dismissed. */
function ask(title, text, answers, name) {
  $("ask-title").textContent = title;
  $("ask-text").textContent = text;
  $("ask-label").hidden = name === undefined;
  $("ask-name").required = name !== undefined;
  $("ask-name").value = name ?? "";
  $("ask-answers").replaceChildren(...[...answers, "Cancel"].map((value, index) =>
    // Enter must not replace a file.
    make("button", { value, className: index ? "" : "main", autofocus: answers[0] !== "Save" && value === "Cancel",
      formNoValidate: value === "Cancel" }, value)));
  const dialog = $("ask");
  dialog.returnValue = "Cancel";
  if (!dialog.open) dialog.showModal();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      const answer = dialog.returnValue;
      resolve(answer === "Cancel" ? null : name === undefined ? answer : $("ask-name").value);
    };
  });
}
