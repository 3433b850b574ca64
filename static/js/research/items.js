/* From item to item by keys: J and K, and U for the list; ? lists them. They work outside input fields. */

const LINKS = { j: "item-after", k: "item-before", u: "item-list" };
const keys = document.getElementById("keys");
const opens = document.querySelector("[data-keys]");
const titles = [...document.querySelectorAll("article.item h2 a")];

function step(by) {
  const at = titles.indexOf(document.activeElement);
  const next = at < 0 ? titles[0] : titles[at + by];
  next?.focus();
  next?.closest("article").scrollIntoView({ block: "nearest" });
}

function press(key) {
  const link = document.getElementById(LINKS[key]);
  if (link) link.click();
  else if (key !== "u") step(key === "j" ? 1 : -1);
}

opens.hidden = false;
opens.addEventListener("click", () => keys.showModal());

document.addEventListener("keydown", (event) => {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey || event.repeat || event.isComposing) return;
  if (target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
  const pressed = key.toLowerCase();
  if (pressed === "?") keys.showModal();
  else if (pressed in LINKS) press(pressed);
  else return;
  event.preventDefault();
});
