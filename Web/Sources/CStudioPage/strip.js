// All inputs under the script. There may be thousands: an item is filled, and its small picture asked for, when it is seen.

const itemWidth = 112;
let inputs = { number: 0, names: [] };

function showStrip({ count, number, names = inputs.names }) {
  $("count").textContent = count ? `${number} of ${count}` : "none";
  const isNew = names !== inputs.names && String(names) !== String(inputs.names);
  inputs = { number, names };
  if (isNew) {
    $("strip").replaceChildren(...names.map(() => make("li")));
    askForThumbs();
  }
  fillItem(number - 1);
  for (const button of all("#strip button")) choose(button, Number(button.value) === number);
}
/** The Tab key stops at the chosen item only. */
function choose(button, isChosen) {
  press(button, isChosen);
  button.tabIndex = isChosen ? 0 : -1;
}

function fillItem(index) {
  const item = $("strip").children[index], name = inputs.names[index];
  if (!item || item.firstChild) return;
  const button = make("button", { value: index + 1, title: name }, make("img", { alt: "" }), make("small"), make("span", {}, name));
  choose(button, index + 1 === inputs.number);
  button.onclick = () => send({ do: "input", number: index + 1 });
  item.append(button);
}

const askForThumbs = perFrame(() => {
  const { scrollLeft, clientWidth } = $("strip"), from = Math.max(Math.floor(scrollLeft / itemWidth) - 1, 0);
  const to = Math.min(Math.ceil((scrollLeft + clientWidth) / itemWidth) + 1, inputs.names.length);
  if (!clientWidth || !to) return;
  for (let index = from; index < to; index++) fillItem(index);
  send({ do: "strip", from: from + 1, to, height: Math.round(96 * devicePixelRatio) });
});

function showCommand({ command, saved, name }) {
  $("command").textContent = command;
  $("all").firstElementChild.textContent = saved && name ? "Apply to all" : "Save, then apply to all";
}

function showThumb({ number, error }, blob) {
  const button = $("strip").children[number - 1]?.firstChild;
  if (!button) return;
  const image = button.firstChild;
  button.classList.toggle("broken", Boolean(error));
  button.title = error ?? button.lastChild.textContent;
  button.children[1].textContent = error ?? "";
  image.hidden = Boolean(error);
  URL.revokeObjectURL(image.src);
  if (!error) image.src = URL.createObjectURL(blob);
}

function startStrip() {
  $("strip").onscroll = askForThumbs;
  $("strip").onkeydown = (event) => {
    const items = [...$("strip").children], at = items.indexOf(event.target.closest("li"));
    for (const index of [0, at - 1, at + 1, items.length - 1]) fillItem(index);
    moveIn(items.map((item) => item.firstChild), event, "ArrowLeft", "ArrowRight")?.click();
  };
  new ResizeObserver(askForThumbs).observe($("strip"));
  $("copy").onclick = () => copy($("command").textContent, "Command");
}
