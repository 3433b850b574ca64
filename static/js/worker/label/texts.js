/* The texts of an item, each in a card of its own with its name where there are several. Two long
   ones are set beside each other where there is room. */

import { cueScrolling } from "../cues.js";
import { element } from "../elements.js";
import { tr } from "../speak.js";

const LONG = 400;
const LONG_READ = 1500;

export function textCards({ text, texts }) {
  const shown = texts.length ? texts : [{ name: "text", text }];
  const whole = element("div", "label-texts");
  whole.classList.toggle("single", shown.length === 1);
  whole.classList.toggle("long", shown.length === 1 && isLongDocument(shown[0]));
  whole.classList.toggle("beside", shown.length === 2 && shown.every((one) => one.text.length > LONG));
  const boxes = shown.map((one, at) => {
    const box = element("div", "label-text", { dir: "auto", tabIndex: 0 });
    box.append(...(one.headings ? linesOf(one, shown.length > 1 ? "h3" : "h2") : [one.text]));
    box.setAttribute("role", "group");
    const card = element("section", "card label-card");
    if (shown.length > 1) {
      const name = element("h2", "", { id: `label-text-${at}`, dir: "auto", textContent: one.name });
      box.setAttribute("aria-labelledby", name.id);
      card.append(name);
    } else {
      box.setAttribute("aria-label", tr("Text"));
    }
    card.append(box);
    cueScrolling(box);
    whole.append(card);
    return box;
  });
  return { whole, boxes };
}

/* Documents take long to read, so on a phone they get more room than texts. */
function isLongDocument({ text, headings }) {
  return Boolean(headings) && text.length > LONG_READ;
}

/* A document has a line for each heading, which comes below the name of its text, and for each paragraph. */
function linesOf({ text, headings }, level) {
  const begins = new Set(headings.map(([from]) => from));
  let from = 0;
  return text.split("\n").map((line) => {
    const heading = begins.has(from);
    from += [...line].length + 1;
    const name = heading ? "label-line label-heading" : "label-line";
    return element(heading ? level : "p", name, { textContent: line });
  });
}
