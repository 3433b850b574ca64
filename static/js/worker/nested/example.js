/* The finished tree of the worked example, drawn as the worker will draw theirs. */

import { draw } from "./drawing.js";
import { groups } from "./groups.js";

/* The joins of a bracket form whose words hold no brackets, inner ones first. */
export function joinsOf(form) {
  const joins = [];
  const lasts = [];
  let words = 0;
  for (const [token] of form.matchAll(/[()]|[^\s()]+/g)) {
    if (token === ")") {
      const last = lasts.pop();
      joins.push(lasts.pop());
      lasts.push(last);
    } else if (token !== "(") {
      lasts.push(words);
      words += 1;
    }
  }
  return joins;
}

export function drawExample(place, { words, answer }) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const row = document.createElement("div");
  row.className = "nested-words example";
  const shown = words.map((word) => {
    const span = document.createElement("span");
    Object.assign(span, { className: "word", textContent: word });
    return span;
  });
  row.append(...shown);
  const forest = document.createElement("div");
  forest.className = "forest";
  forest.append(svg, row);
  place.classList.add("nested-scroll");
  place.append(forest);
  const found = groups(words.length, joinsOf(answer));
  const paint = () => draw({ svg, forest, row, words: shown }, found, null);
  new ResizeObserver(paint).observe(place);
}
