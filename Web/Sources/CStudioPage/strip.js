// All inputs under the script. Small pictures are asked for when they can be seen.

const strip = { names: "", visible: new Set(), watcher: null };

function showStrip({ count = 0, number = 1, names = [] } = {}) {
  $("count").textContent = `${number} of ${count}`;
  if (strip.names !== names.join("\n")) {
    strip.names = names.join("\n");
    strip.visible.clear();
    strip.watcher.disconnect();
    $("strip").replaceChildren(...names.map(stripItem));
    for (const item of $("strip").children) strip.watcher.observe(item);
  }
  for (const [index, item] of [...$("strip").children].entries()) press(item.firstChild, index + 1 === number);
}

function stripItem(name, index) {
  const button = make("button", { type: "button", title: name }, make("img", { alt: "" }), make("span", {}, name));
  button.onclick = () => send({ do: "input", number: index + 1 });
  return make("li", {}, button);
}

const askForThumbs = perFrame(() => {
  if (!strip.visible.size) return;
  const numbers = [...strip.visible];
  send({ do: "strip", from: Math.min(...numbers), to: Math.max(...numbers), height: Math.round(96 * devicePixelRatio) });
});

function showThumb({ number, error }, blob) {
  const item = $("strip").children[number - 1];
  if (!item) return;
  const image = item.querySelector("img");
  item.classList.toggle("broken", Boolean(error));
  item.firstChild.title = error ?? item.innerText;
  image.hidden = Boolean(error);
  if (error) return;
  const old = image.src;
  image.src = URL.createObjectURL(blob);
  if (old) URL.revokeObjectURL(old);
}

function startStrip() {
  strip.watcher = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      const number = [...$("strip").children].indexOf(target) + 1;
      if (isIntersecting) strip.visible.add(number); else strip.visible.delete(number);
    }
    askForThumbs();
  }, { root: $("strip"), rootMargin: "0px 200px" });
  $("copy").onclick = async () => {
    await navigator.clipboard.writeText($("command").textContent);
    say("Command copied.");
  };
}
