/* The cuts of the worked example, shown as the worker will see theirs. */

import { element } from "../elements.js";

/* The gaps that a plain form cuts; a gap is the index of the word before it. */
export function cutsOf(form) {
  const parts = form.split("|").map((part) => part.trim().split(/\s+/u).length);
  return parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).reduce((sum, length) => sum + length) - 1);
}

/* Return the function that shows the cuts of a plain form, and what the next form cuts. */
export function stageOf(place, { words }) {
  const text = element("div", "flat-stage", { dir: "ltr", lang: "en" });
  const gaps = words.slice(1).map(() => element("span", "flat-stage-gap"));
  text.append(...words.flatMap((word, at) => [element("span", "word", { textContent: word }), gaps[at] ?? ""]));
  place.append(text);
  return (form, next = form) => {
    const [cuts, coming] = [cutsOf(form), cutsOf(next)];
    gaps.forEach((gap, at) => {
      gap.classList.toggle("cut", cuts.includes(at));
      gap.classList.toggle("next", coming.includes(at) && !cuts.includes(at));
    });
  };
}
