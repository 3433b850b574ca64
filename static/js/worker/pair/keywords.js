/* The keywords of one text: the list, and the field for the next one. */

import { element } from "../elements.js";
import { tr } from "../speak.js";
import { SAID } from "./said.js";
import { many, trouble } from "./words.js";

export function keywordList({ side, text, asked, typed, add, remove, noted, done, say }) {
  const part = element("div", "pair-keywords");
  const chips = element("ul", "pair-chips bare");
  const label = element("label", "small", { htmlFor: `keyword-${side}` });
  const input = element("input", "", {
    id: label.htmlFor,
    type: "text",
    dir: "auto",
    autocomplete: "off",
    value: typed,
  });
  input.placeholder = tr("Select or type words");
  input.setAttribute("autocapitalize", "none");
  const error = element("p", "field-error", { id: `keyword-error-${side}`, hidden: true });
  input.setAttribute("aria-describedby", error.id);
  const button = element("button", "", { type: "button", textContent: tr("Add") });
  button.setAttribute("aria-label", SAID[side].take);
  const line = element("div", "pair-take");
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
  const line = element("li");
  const words = element("bdi", "", { textContent: keyword });
  const button = element("button", "", { type: "button", textContent: "×" });
  button.setAttribute("aria-label", SAID[side].remove(keyword));
  button.addEventListener("click", remove);
  line.append(words, button);
  return line;
}
