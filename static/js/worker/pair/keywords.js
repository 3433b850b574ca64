/* The keywords of one text: the list, and the field for the next one. */

import { tr } from "../speak.js";
import { SAID } from "./said.js";
import { many, trouble } from "./words.js";

export function keywordList({ side, text, asked, typed, add, remove, noted, done, say }) {
  const part = document.createElement("div");
  part.className = "pair-keywords";
  const chips = document.createElement("ul");
  chips.className = "pair-chips bare";
  const [input, error] = [document.createElement("input"), document.createElement("p")];
  const label = document.createElement("label");
  Object.assign(label, { htmlFor: `keyword-${side}`, className: "small" });
  Object.assign(input, { id: `keyword-${side}`, type: "text", dir: "auto", autocomplete: "off", value: typed });
  input.placeholder = tr("Select words above, or type them");
  input.setAttribute("autocapitalize", "none");
  Object.assign(error, { id: `keyword-error-${side}`, className: "field-error", hidden: true });
  input.setAttribute("aria-describedby", error.id);
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: tr("Add") });
  button.setAttribute("aria-label", SAID[side].take);
  const line = document.createElement("div");
  line.className = "pair-take";
  line.append(input, button);
  part.append(label, chips, line, error);
  let taken = [];
  let tooMany = false;

  function refuse(why) {
    error.textContent = why;
    error.hidden = !why;
    if (why) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  function write(words) {
    input.value = words;
    refuse("");
    noted(words);
  }

  function take() {
    const words = input.value.replace(/\s+/gu, " ").trim();
    const why = trouble(words, { text, taken, most: asked[1], side });
    refuse(why);
    tooMany = taken.length >= asked[1];
    if (why) return say(why);
    input.value = "";
    noted("");
    add(words);
    return done();
  }

  button.addEventListener("click", take);
  input.addEventListener("input", () => write(input.value));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !input.value.trim()) return;
    event.stopPropagation();
    if (event.key !== "Enter") return;
    event.preventDefault();
    take();
  });

  return {
    part,
    take,
    suggest(words) {
      write(words);
      say(words);
    },
    show(keywords) {
      taken = keywords;
      label.textContent = tr("Keywords: {taken} ({count} needed)", { taken: taken.length, count: many(asked) });
      if (tooMany && taken.length < asked[1]) {
        tooMany = false;
        refuse("");
      }
      chips.hidden = !taken.length;
      chips.replaceChildren(
        ...taken.map((keyword, at) =>
          chip(keyword, side, () => {
            remove(at);
            (chips.querySelectorAll("button")[at] ?? input).focus();
          }),
        ),
      );
    },
  };
}

function chip(keyword, side, remove) {
  const line = document.createElement("li");
  const words = Object.assign(document.createElement("bdi"), { textContent: keyword });
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: "×" });
  button.setAttribute("aria-label", SAID[side].remove(keyword));
  button.addEventListener("click", remove);
  line.append(words, button);
  return line;
}
