/* Flat segmentation: cut a text between its words. */

import { element } from "../elements.js";
import { stepOf } from "../keys.js";
import { tr, trn } from "../speak.js";

export { stageOf } from "./example.js";

export const begin = (length) => ({ cuts: Array(length - 1).fill(0), past: [] });

export function toggle({ cuts, past }, gap) {
  return { cuts: cuts.with(gap, 1 - cuts[gap]), past: [...past, gap] };
}

export function undo({ cuts, past }) {
  const gap = past.at(-1);
  return gap === undefined ? { cuts, past } : { cuts: cuts.with(gap, 1 - cuts[gap]), past: past.slice(0, -1) };
}

/* Restore a saved draft if it fits a text of that many words. */
export function restore(draft, length) {
  const sound =
    Array.isArray(draft?.past) && draft.past.every((gap) => Number.isInteger(gap) && gap >= 0 && gap < length - 1);
  return sound ? draft.past.reduce(toggle, begin(length)) : begin(length);
}

/* The draft of an answer that was given. */
export const draftOf = ({ boundaries }) => ({ past: boundaries.flatMap((cut, gap) => (cut ? [gap] : [])) });

export function form(words, cuts) {
  const written = words.map((word) => word.replace(/[|()\\]/g, "\\$&"));
  return written.reduce((text, word, at) => text + (cuts[at - 1] ? " | " : " ") + word);
}

export function mount(surface, { words, spaced }, { draft, changed, say }) {
  let state = restore(draft, words.length);
  let chosen = 0;
  const { text, gaps } = build(words, spaced);
  surface.append(text);

  function refresh() {
    gaps.forEach((gap, at) => {
      gap.setAttribute("aria-pressed", String(Boolean(state.cuts[at])));
      gap.tabIndex = at === chosen ? 0 : -1;
    });
  }

  function move(next) {
    state = next;
    refresh();
    changed();
  }

  function choose(gap) {
    chosen = Math.min(Math.max(gap, 0), gaps.length - 1);
    refresh();
    gaps[chosen].focus();
  }

  function cut(gap) {
    chosen = gap;
    move(toggle(state, gap));
    const parts = state.cuts.filter(Boolean).length + 1;
    const done = state.cuts[gap]
      ? tr("Cut after {word}.", { word: words[gap] })
      : tr("Joined after {word}.", { word: words[gap] });
    say(`${done} ${trn("{count} part.", "{count} parts.", parts)}`);
  }

  for (const [at, gap] of gaps.entries()) gap.addEventListener("click", () => cut(at));
  refresh();
  return {
    missing: null,
    get form() {
      return form(words, state.cuts);
    },
    get payload() {
      return { boundaries: state.cuts };
    },
    get draft() {
      return { past: state.past };
    },
    get canUndo() {
      return state.past.length > 0;
    },
    undo() {
      const gap = state.past.at(-1);
      move(undo(state));
      choose(gap);
      say(tr("Undone."));
    },
    key(event) {
      const step = stepOf(event.key, text);
      if (step) choose(chosen + step);
      else if (event.key === "Home" || event.key === "End") choose(event.key === "Home" ? 0 : gaps.length);
      else if (event.key === " ") cut(chosen);
      else return false;
      return true;
    },
    focus: () => gaps[chosen].focus({ preventScroll: true }),
  };
}

function build(words, spaced) {
  const text = element("div", spaced ? "flat-text" : "flat-text close", { dir: "auto" });
  text.dataset.keys = "work";
  text.setAttribute("role", "group");
  text.setAttribute("aria-labelledby", "question");
  const gaps = [];
  words.forEach((word, at) => {
    const unit = element("span", "flat-unit");
    const shown = element("span", "word", { textContent: word });
    unit.append(shown);
    if (at < words.length - 1) {
      const gap = element("button", "gap", { type: "button" });
      gap.setAttribute("aria-label", tr("Cut between {word} and {next}", { word, next: words[at + 1] }));
      gaps.push(gap);
      unit.append(gap);
    }
    text.append(unit);
  });
  return { text, gaps };
}
