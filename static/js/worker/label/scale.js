/* How a scale is laid out: a row of steps that hold what is told of them; a row of bare steps where
   there are too many for that; else a list. A step is never smaller than a finger needs. */

import { element } from "../elements.js";

const STEPS_WITH_WORDS = 7;
const FINGER = 44;
const WORDS = 100;
const GAP = 4;
const SHORT = 4;

/* What a bare step shows: its name if all but the ends have one that is short, else its place. Names
   and places together would be read as each other. */
export function stepNames(labels) {
  const short = ({ label }) => label.length <= SHORT;
  if (!labels.slice(1, -1).every(short)) return labels.map((_, place) => String(place + 1));
  return labels.map((one) => (short(one) ? one.label : ""));
}

export function layScale(group, steps) {
  new ResizeObserver(() => {
    const each = (group.clientWidth + GAP) / steps - GAP;
    const few = steps <= STEPS_WITH_WORDS;
    group.classList.toggle("full", few && each >= WORDS);
    group.classList.toggle("bare", !few && each >= FINGER);
  }).observe(group);
}

/* What stands below bare steps: the names of the ends, and what is told of the step that is pointed
   at, else of the chosen one. */
export function scaleLegend(labels, group) {
  const legend = element("div", "label-legend");
  legend.setAttribute("aria-hidden", "true");
  const ends = element("div", "label-ends quiet small");
  ends.append(words("span", "", labels[0].label), words("span", "", labels.at(-1).label));
  const told = element("div", "label-told");
  const tells = ({ label, definition, example }) => label.length > SHORT || definition || example;
  legend.append(ends, told);
  legend.classList.toggle("telling", labels.slice(1, -1).some(tells));
  let chosen = null;

  function tell(place) {
    told.replaceChildren();
    if (place === null || !tells(labels[place])) return;
    const { label, definition, example } = labels[place];
    told.append(words("strong", "", label));
    if (definition) told.append(words("p", "quiet small", definition));
    if (example) told.append(words("p", "label-example quiet small", example));
  }

  const placeOf = ({ target }) => {
    const at = [...group.children].indexOf(target.closest(".label-choice"));
    return at < 0 ? chosen : at;
  };
  group.addEventListener("pointerover", (event) => tell(placeOf(event)));
  group.addEventListener("focusin", (event) => tell(placeOf(event)));
  group.addEventListener("pointerleave", () => tell(chosen));
  group.addEventListener("focusout", () => tell(chosen));
  return {
    legend,
    show(answer) {
      chosen = answer?.[0] ?? null;
      tell(chosen);
    },
  };
}

function words(name, className, text) {
  return element(name, className, { dir: "auto", textContent: text });
}
