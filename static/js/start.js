// A tree on the start page, grown by joining neighbours as workers do.
const words = ["cheap", "flights", "from", "pune", "to", "delhi"];
const growing = document.querySelector("[data-growing]");
const surface = growing.querySelector("[data-grown]");
const form = growing.querySelector("[data-form]");
const again = growing.querySelector("[data-again]");

let parts = [...words];
let newest = null;

const written = (part) => (typeof part === "string" ? part : `(${part.map(written).join(" ")})`);

function drawn(part) {
  const box = document.createElement("span");
  if (typeof part === "string") {
    box.className = "part leaf";
    box.textContent = part;
    return box;
  }
  box.className = part === newest ? "part pair new" : "part pair";
  box.append(...part.map(drawn));
  return box;
}

function joinAt(place) {
  newest = parts.slice(place, place + 2);
  parts.splice(place, 2, newest);
  show();
  const joins = surface.querySelectorAll(":scope > button");
  (joins[Math.min(place, joins.length - 1)] ?? again).focus();
}

function joinButton(place) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "+";
  button.setAttribute("aria-label", `Join ${written(parts[place])} and ${written(parts[place + 1])}`);
  button.addEventListener("click", () => joinAt(place));
  return button;
}

function show() {
  surface.replaceChildren(
    ...parts.flatMap((part, place) => (place ? [joinButton(place - 1), drawn(part)] : [drawn(part)])),
  );
  form.textContent = parts.map(written).join(" ");
  again.hidden = parts.length === words.length;
}

again.addEventListener("click", () => {
  parts = [...words];
  show();
  surface.querySelector("button").focus();
});
show();
