/* The public face of an app: its name, its description, and its pictures, which open large. */

import { cueScrolling } from "../cues.js";
import { element } from "../elements.js";
import { tr } from "../speak.js";

const PLACE = "../pictures/";

export function face(item) {
  const section = element("section", "card app-face");
  const name = element("h2", "", { id: "app-name", dir: "auto", tabIndex: -1, textContent: item.name });
  section.setAttribute("aria-labelledby", name.id);
  section.append(name);
  if (item.category) {
    section.append(element("p", "quiet small", { dir: "auto", textContent: item.category }));
  }
  if (item.pictures.length) section.append(shelf(item));
  const description = element("div", "app-description", { dir: "auto", tabIndex: 0 });
  description.setAttribute("role", "group");
  description.setAttribute("aria-label", tr("Description"));
  description.textContent = item.description;
  section.append(description);
  cueScrolling(description);
  /* Enter opens a picture here, and Z is no undo. */
  section.addEventListener("keydown", (event) => event.stopPropagation());
  return { section, name };
}

function shelf({ name, pictures }) {
  const list = element("ul", "app-shelf");
  const said = (at) => pictures[at].alt || tr("Picture {number} of {name}", { number: at + 1, name });
  const large = dialog(pictures, said);
  pictures.forEach((picture, at) => {
    const button = element("button", "", { type: "button" });
    button.setAttribute("aria-haspopup", "dialog");
    button.append(image(picture, said(at)));
    button.addEventListener("click", () => large.open(at));
    button.addEventListener("focus", () => button.scrollIntoView({ block: "nearest", inline: "nearest" }));
    const line = element("li");
    line.append(button);
    list.append(line);
  });
  const box = element("div");
  box.append(list, large.dialog);
  return box;
}

function dialog(pictures, said) {
  const box = element("dialog", "app-large");
  const shown = element("img");
  const words = element("p", "small", { dir: "auto" });
  words.setAttribute("role", "status");
  const bar = element("div", "row");
  const buttons = [
    [tr("Previous"), -1],
    [tr("Next"), 1],
  ].map(([label, by]) => {
    const button = element("button", "", { type: "button", textContent: label });
    button.addEventListener("click", () => go(by));
    return button;
  });
  const close = element("button", "primary", { type: "button", textContent: tr("Close") });
  close.addEventListener("click", () => box.close());
  if (pictures.length > 1) bar.append(...buttons);
  bar.append(close);
  box.append(shown, words, bar);
  let at = 0;

  function go(by) {
    at = (at + by + pictures.length) % pictures.length;
    const { sha256, width, height } = pictures[at];
    Object.assign(shown, { src: PLACE + sha256, alt: said(at), width, height });
    box.setAttribute("aria-label", said(at));
    words.textContent =
      pictures.length > 1
        ? tr("{number} of {total}: {what}", { number: at + 1, total: pictures.length, what: said(at) })
        : said(at);
  }

  box.addEventListener("click", (event) => event.target === box && box.close());
  box.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && pictures.length > 1) go(by);
  });
  return {
    dialog: box,
    open(place) {
      at = place;
      go(0);
      box.showModal();
      close.focus();
    },
  };
}

function image({ sha256, width, height }, alt) {
  return element("img", "", { src: PLACE + sha256, alt, width, height });
}
