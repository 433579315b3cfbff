// All inputs under the script. Small pictures are asked for when they can be seen.

const visibleInputs = new Set();
const watcher = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) visibleInputs[isIntersecting ? "add" : "delete"](Number(target.value));
  askForThumbs();
}, { rootMargin: "0px 200px" });
let shownNames = "";

function showStrip({ count = 0, number = 0, names = [] } = {}) {
  $("count").textContent = `${number} of ${count}`;
  if (shownNames !== names.join("\n")) {
    shownNames = names.join("\n");
    visibleInputs.clear();
    watcher.disconnect();
    $("strip").replaceChildren(...names.map(stripItem));
  }
  for (const button of all("#strip button")) press(button, Number(button.value) === number);
}

function stripItem(name, index) {
  const button = make("button", { value: index + 1, title: name }, make("img", { alt: "" }), make("span", {}, name));
  button.onclick = () => send({ do: "input", number: index + 1 });
  watcher.observe(button);
  return make("li", {}, button);
}

const askForThumbs = perFrame(() => {
  const [from, to] = [Math.min(...visibleInputs), Math.max(...visibleInputs)];
  if (visibleInputs.size) send({ do: "strip", from, to, height: Math.round(96 * devicePixelRatio) });
});

function showThumb({ number, error }, blob) {
  const button = $("strip").querySelector(`[value="${number}"]`);
  if (!button) return;
  const image = button.firstChild;
  button.classList.toggle("broken", Boolean(error));
  button.title = error ?? button.lastChild.textContent;
  image.hidden = Boolean(error);
  URL.revokeObjectURL(image.src);
  if (!error) image.src = URL.createObjectURL(blob);
}

function startStrip() {
  $("copy").onclick = () => copy($("command").textContent, "Command");
}
