/* The link below a text to look it up on a search engine. Whether it was used is part of the answer. */

import { element } from "./elements.js";
import { part } from "./page.js";
import { tr } from "./speak.js";

const MIDDLE = 1;

/* The editor, with the link if the item has one. */
export function withLookUp(editor, { lookUp, words, spaced }, { draft, changed }) {
  if (!lookUp) return editor;
  let used = draft?.looked_up === true;
  const link = element("a", "", {
    href: lookUp.search + encodeURIComponent(words.join(spaced ? " " : "")),
    target: "_blank",
    rel: "noopener noreferrer",
    textContent: tr("Look it up on {name} (opens in another tab)", { name: lookUp.name }),
  });
  const use = () => {
    used = true;
    changed();
  };
  link.addEventListener("click", use);
  link.addEventListener("auxclick", ({ button }) => button === MIDDLE && use());
  const line = element("p", "look-up");
  line.append(link);
  part("surface").append(line);
  const withUse = (name) => ({ get: () => ({ ...editor[name], looked_up: used }) });
  return Object.create(editor, { payload: withUse("payload"), draft: withUse("draft") });
}
