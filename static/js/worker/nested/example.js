/* The finished tree of the worked example, shown as the worker will see theirs. */

import { groups } from "./groups.js";
import { build, measure, show } from "./view.js";

/* The joins of a bracket form whose words contain no brackets, inner ones first. */
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

export function drawExample(place, { words, answer, joins = joinsOf(answer), spaced = true }) {
  const view = build({ words, spaced }, false);
  place.append(view.box);
  const found = groups(words.length, joins);
  let width = 0;
  new ResizeObserver(() => {
    if (view.box.clientWidth === width) return;
    width = view.box.clientWidth;
    measure(view);
    show(view, found);
  }).observe(view.box);
}
