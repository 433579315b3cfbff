// The menu or dialog that the script has left open, over the picture. An answer is written as `choose`.

let shownDialog = "";

function showDialog() {
  const dialog = run?.dialog, text = JSON.stringify([dialog, state.version]), card = $("dialog");
  if (!dialog || state.errors.length) {
    if (card.contains(document.activeElement)) $("pane").focus();
    card.hidden = true;
    shownDialog = "";
    return;
  }
  if (text === shownDialog) return;
  shownDialog = text;
  const { title, message, items, isMenu } = dialog;
  card.className = isMenu ? "menu" : "";
  card.setAttribute("aria-label", title || "Menu");
  card.replaceChildren(
    ...[title && make("h2", {}, title), message && make("p", {}, message)].filter(Boolean),
    // Whoever wants none of them finds the way out at the end.
    ...items.toSorted((a, b) => a.cancels - b.cancels).map(({ title, cancels }) => make("button",
      { type: "button", className: cancels ? "cancels" : "", onclick: () => sendStatement({ do: "choose", text: title }) }, title)));
  card.hidden = false;
  // Keys must reach somebody who is typing.
  if (document.activeElement !== $("text")) card.querySelector("button")?.focus();
  announce([title, message].filter(Boolean).join(". "));
}

/** Without an answer the script does what it does in a shell: a menu is canceled, and a dialog takes its first item. */
function dismissDialog() {
  $("dialog").hidden = true;
  $("pane").focus();
}

function startDialog() {
  $("well").append(make("div", { id: "dialog", role: "dialog", "aria-label": "Menu", hidden: true }));
  $("dialog").onkeydown = (event) => {
    if (event.key === "Escape") dismissDialog();
    moveIn([...all("#dialog button")], event, "ArrowUp", "ArrowDown");
    event.stopPropagation();
  };
  // Touches on it are not for the picture.
  for (const type of ["pointerdown", "wheel"]) $("dialog").addEventListener(type, (event) => event.stopPropagation());
}
