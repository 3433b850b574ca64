/* Nested segmentation: join two neighbours at a time until one tree is left.
   A join is named by its boundary: the index of the word before it. */

import { stepOf } from "../keys.js";
import { draw } from "./drawing.js";
import { groups } from "./groups.js";

export { drawExample } from "./example.js";

const LONGEST_NAME = 36;
const LONGEST_WORD = 30;

export const begin = () => ({ joins: [], past: [] });

export function join({ joins, past }, boundary) {
  return { joins: [...joins, boundary], past: [...past, joins] };
}

export function restart({ joins, past }) {
  return { joins: [], past: [...past, joins] };
}

export function undo({ joins, past }) {
  return past.length ? { joins: past.at(-1), past: past.slice(0, -1) } : { joins, past };
}

/* A draft as it was kept, if it fits a text of that many words. */
export function restore(draft, length) {
  const fits = (joins) =>
    Array.isArray(joins) &&
    new Set(joins).size === joins.length &&
    joins.every((at) => Number.isInteger(at) && at >= 0 && at < length - 1);
  const sound = fits(draft?.joins) && Array.isArray(draft.past) && draft.past.every(fits);
  return sound ? { joins: draft.joins, past: draft.past } : begin();
}

export function heights(length, joins) {
  const vector = Array(length - 1).fill(0);
  const note = ({ boundary, height, left, right }) => {
    if (!left) return;
    vector[boundary] = height;
    note(left);
    note(right);
  };
  groups(length, joins).forEach(note);
  return vector;
}

export function bracketed(words, group) {
  if (!group.left) return words[group.first].replace(/[|()\\]/g, "\\$&");
  return `(${bracketed(words, group.left)} ${bracketed(words, group.right)})`;
}

export function form(words, joins) {
  return groups(words.length, joins)
    .map((group) => bracketed(words, group))
    .join("  ");
}

/* A group's name on a button: long ones by their first and last word, these by their beginnings. */
export function nameOf(words, group) {
  const full = bracketed(words, group);
  if (full.length <= LONGEST_NAME) return full;
  const [first, last] = [group.first, group.last].map((at) => beginning(words[at]));
  return group.left ? `(${first} … ${last})` : first;
}

function beginning(word) {
  const characters = [...word];
  return characters.length <= LONGEST_WORD ? word : `${characters.slice(0, LONGEST_WORD).join("")}…`;
}

export function mount(surface, item, { draft, changed, say }) {
  const { words } = item;
  const view = build(item);
  surface.append(view.scroll);
  let state = restore(draft, words.length);
  let chosen = 0;

  const found = () => groups(words.length, state.joins);
  const open = () =>
    found()
      .slice(0, -1)
      .map((group) => group.last);
  const pair = (boundary) => {
    const all = found();
    const at = all.findIndex((group) => group.last === boundary);
    return [all[at], all[at + 1]];
  };
  const names = (boundary) => pair(boundary).map((group) => nameOf(words, group));
  const named = (boundary) => names(boundary).join(" + ");

  function refresh() {
    const still = open();
    if (still.length && !still.includes(chosen)) chosen = nearest(still, chosen);
    view.pluses.forEach((plus, at) => {
      const shown = still.includes(at);
      plus.classList.toggle("joined", !shown);
      plus.disabled = !shown;
      plus.tabIndex = at === chosen ? 0 : -1;
      plus.classList.toggle("chosen", shown && at === chosen);
      plus.setAttribute("aria-label", shown ? `Join ${named(at)}` : "Joined");
    });
    view.scroll.tabIndex = still.length ? -1 : 0; // with no + left, it must scroll by keys itself
    draw(view, found(), still.length ? pair(chosen) : null);
  }

  function move(next, focus = true) {
    state = next;
    refresh();
    changed();
    if (focus) settle();
  }

  function settle() {
    if (open().length) {
      view.pluses[chosen].focus({ preventScroll: true });
      view.pluses[chosen].scrollIntoView({ block: "nearest", inline: "nearest" });
    } else view.scroll.focus();
  }

  function choose(boundary, focus = true) {
    chosen = boundary;
    refresh();
    changed();
    if (focus) settle();
  }

  function add(boundary) {
    const joined = named(boundary);
    chosen = boundary;
    move(join(state, boundary));
    const left = found().length;
    say(left === 1 ? `Joined ${joined}. One tree is left: ready to submit.` : `Joined ${joined}. ${left} groups left.`);
  }

  view.pluses.forEach((plus, at) => {
    plus.addEventListener("click", () => add(at));
    plus.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse" && !plus.disabled) choose(at, false);
    });
  });
  new ResizeObserver(refresh).observe(view.row);
  refresh();
  return {
    get missing() {
      return open().length ? { why: "It is not finished yet.", at: view.pluses[chosen] } : null;
    },
    get action() {
      const [left, right] = open().length ? names(chosen) : [];
      return ["Join ", left, " + ", right];
    },
    get form() {
      return form(words, state.joins);
    },
    get payload() {
      return { boundaries: heights(words.length, state.joins) };
    },
    get draft() {
      return state;
    },
    get canUndo() {
      return state.past.length > 0;
    },
    act: () => add(chosen),
    undo() {
      const last = state.joins.at(-1);
      chosen = last ?? chosen;
      move(undo(state));
      say("Undone.");
    },
    restart() {
      if (!state.joins.length) return;
      chosen = 0;
      move(restart(state));
      say("Started again. Undo brings the tree back.");
    },
    key(event) {
      const still = open();
      const step = stepOf(event.key, view.scroll);
      if (!still.length) return false;
      if (step) choose(still.at(Math.min(Math.max(still.indexOf(chosen) + step, 0), still.length - 1)));
      else if (event.key === "Home" || event.key === "End") choose(still.at(event.key === "Home" ? 0 : -1));
      else if (event.key === " ") add(chosen);
      else return false;
      return true;
    },
    focus: settle,
  };
}

/* The one that is closest, the later of two. */
export function nearest(open, boundary) {
  const distance = (at) => Math.abs(at - boundary);
  return open.reduce((best, at) => (distance(at) <= distance(best) ? at : best));
}

function build({ words, spaced }) {
  const scroll = document.createElement("div");
  Object.assign(scroll, { className: "nested-scroll", dir: "auto", tabIndex: -1 });
  scroll.dataset.keys = "work";
  scroll.setAttribute("role", "group");
  scroll.setAttribute("aria-labelledby", "question");
  const forest = document.createElement("div");
  forest.className = spaced ? "forest" : "forest close";
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("aria-hidden", "true");
  const row = document.createElement("div");
  row.className = "nested-words";
  const shown = [];
  const pluses = [];
  words.forEach((word, at) => {
    const span = document.createElement("span");
    Object.assign(span, { className: "word", textContent: word });
    shown.push(span);
    row.append(span);
    if (at === words.length - 1) return;
    const plus = document.createElement("button");
    Object.assign(plus, { type: "button", className: "plus", textContent: "+" });
    pluses.push(plus);
    row.append(plus);
  });
  forest.append(svg, row);
  scroll.append(forest);
  return { scroll, forest, svg, row, words: shown, pluses };
}
