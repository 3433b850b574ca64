/* Groups as nested outlines in lines that wrap. A group that is wider than its place is stacked: its
   parts below each other, held by a bracket at their side; the deeper the stack, the narrower
   the brackets, so that any tree has room on any screen. */

import { element } from "../elements.js";

const INDENT = 14;
const LEAST_INDENT = 3;
const SHARE_FOR_BRACKETS = 0.42;

export function outline(view, groups) {
  const { list, pluses } = view;
  view.shown = new Map();
  const cells = groups.map((group) => {
    const cell = element("span", "cell");
    cell.append(nest(view, group));
    if (pluses[group.last]) cell.append(pluses[group.last]);
    return cell;
  });
  list.replaceChildren(...cells);
  stack(view, groups);
}

function nest(view, group) {
  const made = group.parts.length ? element("span", "group") : view.words[group.first];
  made.classList.remove("near");
  if (group.label !== undefined) {
    made.append(element("span", "tree-label", { textContent: view.labels[group.label] ?? "?", dir: "auto" }));
  }
  made.append(...group.parts.map((part) => nest(view, part)));
  view.shown.set(group, made);
  return made;
}

/* Read widths once without wrapping, then stack groups that are too wide, from the outside in. */
function stack({ list, shown }, groups) {
  list.classList.add("measured");
  const widths = new Map([...shown].map(([group, made]) => [group, Math.ceil(made.getBoundingClientRect().width)]));
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(list);
  const room = list.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
  list.classList.remove("measured");
  const depthOf = (group, left, indent) => {
    if (!group.parts.length || widths.get(group) <= left) return 0;
    return 1 + Math.max(...group.parts.map((part) => depthOf(part, left - indent, indent)));
  };
  const deepest = Math.max(...groups.map((group) => depthOf(group, room, INDENT)));
  const indent = Math.max(LEAST_INDENT, Math.min(INDENT, Math.floor((room * SHARE_FOR_BRACKETS) / (deepest || 1))));
  const mark = (group, left) => {
    if (!group.parts.length || widths.get(group) <= left) return;
    shown.get(group).classList.add("stacked");
    for (const part of group.parts) mark(part, left - indent);
  };
  list.style.setProperty("--indent", `${indent}px`);
  list.classList.toggle("dense", indent < INDENT / 2);
  for (const group of groups) mark(group, room);
}
