/* The labels to choose from after a join, in reach of a thumb. */

import { button, element } from "../elements.js";
import { tr } from "../speak.js";

export function labelBar(labels, choose, signal) {
  const box = element("div", "tree-labels", { hidden: true });
  box.setAttribute("role", "group");
  const told = element("p", "small", { id: "tree-labels" });
  box.setAttribute("aria-labelledby", told.id);
  const buttons = labels.map(({ label, key, definition, example }, at) => {
    const made = button("", () => choose(at), "tree-label-choice");
    made.setAttribute("aria-keyshortcuts", key);
    const shortcut = element("kbd", "", { textContent: key.toUpperCase() });
    shortcut.setAttribute("aria-hidden", "true");
    made.append(element("span", "", { textContent: label, dir: "auto" }), shortcut);
    made.title = [definition, example && tr("for example: {example}", { example })].filter(Boolean).join(" ");
    return made;
  });
  const row = element("div", "tree-label-row");
  row.append(...buttons);
  box.append(told, row);
  document.getElementById("tools").append(box);
  signal.addEventListener("abort", () => box.remove());
  return {
    first: buttons[0],
    /* `words` are those of the group to label; empty if there is none. */
    show(words) {
      box.hidden = !words;
      told.textContent = words ? tr("Label of {words}:", { words }) : "";
    },
    at: (key) => labels.findIndex((one) => one.key === key.toLowerCase()),
  };
}
