/* Pairs: two texts, keywords copied from each if required, and one answer. */

import { element } from "../elements.js";
import { tr, trn } from "../speak.js";
import { keep, read } from "../store.js";
import { keywordList } from "./keywords.js";
import { SAID } from "./said.js";
import { textPane } from "./text.js";
import { shared } from "./words.js";

const TOGETHER = "midpath:pair:together";
const MOST_PAST = 60;

export const begin = () => ({ answer: null, left: [], right: [], past: [] });

export function step(state, change) {
  const { past, ...before } = state;
  return { ...before, ...change, past: [...past.slice(1 - MOST_PAST), before] };
}

export function undo({ past, ...now }) {
  return past.length ? { ...past.at(-1), past: past.slice(0, -1) } : { ...now, past };
}

/* Restore a saved draft if it fits that many answers. */
export function restore(draft, answers) {
  const texts = (list) => Array.isArray(list) && list.every((text) => typeof text === "string");
  const fits = (one) =>
    one &&
    texts(one.left) &&
    texts(one.right) &&
    (one.answer === null || (Number.isInteger(one.answer) && one.answer >= 0 && one.answer < answers));
  const sound = fits(draft) && Array.isArray(draft.past) && draft.past.every(fits);
  const bare = ({ answer, left, right }) => ({ answer, left, right });
  return sound ? { ...bare(draft), past: draft.past.map(bare) } : begin();
}

/* What is still missing, by part of the page. */
export function missing({ answer, left, right }, keywords) {
  const short = (list) => keywords && list.length < keywords[0];
  if (short(left)) return "left";
  if (short(right)) return "right";
  return answer === null ? "answer" : "";
}

/* The draft of an earlier answer. */
export function draftOf({ answer, keywords, marked }) {
  const nothing = { answer: null, left: [], right: [] };
  return { ...nothing, ...keywords, answer, past: [nothing], marked: marked === true };
}

export function mount(surface, item, { draft, changed, say }) {
  let state = restore(draft, item.answers.length);
  let marked = draft?.marked === true;
  let marking = false;
  const typed = { left: "", right: "", ...draft?.typed };
  const sides = Object.fromEntries(Object.keys(SAID).map((side) => [side, sideOf(side)]));
  const answers = answerGroup(item, (index) => choose(index));
  const tools = toolbar({
    mark: () => mark(!marking),
    together: () => scrollTogether(read(TOGETHER) !== true),
  });
  const row = element("div", "pair-sides");
  row.append(sides.left.section, sides.right.section);
  surface.append(tools.bar, row, answers.group);

  function sideOf(side) {
    const section = element("section", "card pair-side");
    const head = element("h2", "", { id: `pair-${side}`, textContent: SAID[side].title });
    section.setAttribute("aria-labelledby", head.id);
    section.append(head);
    if (item[side].title) {
      section.append(element("p", "pair-title", { dir: "auto", textContent: item[side].title }));
    }
    const keywords =
      item.keywords &&
      keywordList({
        side,
        text: item[side].text,
        asked: item.keywords,
        typed: typed[side],
        add: (words) => move({ [side]: [...state[side], words] }, tr("Added: {words}.", { words })),
        remove: (at) => move({ [side]: state[side].toSpliced(at, 1) }, tr("Removed.")),
        noted: (words) => {
          typed[side] = words;
          changed();
        },
        done: () => pane.clear(),
        say,
      });
    const pane = textPane(item[side].text, {
      label: head.id,
      picking: Boolean(keywords),
      picked: (words) => keywords.suggest(words),
      take: () => keywords.take(),
    });
    section.append(pane.box);
    if (keywords) section.append(keywords.part);
    return { section, pane, keywords };
  }

  function refresh() {
    for (const side of Object.keys(SAID)) sides[side].keywords?.show(state[side]);
    answers.show(state.answer);
  }

  function move(change, words) {
    state = step(state, change);
    refresh();
    changed();
    say(words);
  }

  function choose(index) {
    if (index !== state.answer) move({ answer: index }, tr("Chosen: {label}.", { label: item.answers[index].label }));
  }

  function mark(on) {
    marking = on;
    marked ||= on;
    const known = on ? shared(item.left.text, item.right.text) : new Set();
    for (const side of Object.values(sides)) side.pane.mark(known);
    tools.mark.setAttribute("aria-pressed", String(on));
    changed();
    const count = trn("{count} shared word is marked.", "{count} shared words are marked.", known.size);
    say(on ? count : tr("Nothing is marked."));
  }

  function scrollTogether(on) {
    keep(TOGETHER, on);
    tools.together.setAttribute("aria-pressed", String(on));
  }

  const boxes = Object.values(sides).map((side) => side.pane.box);
  scrollTogether(read(TOGETHER) === true);
  inStep(boxes, () => read(TOGETHER) === true);
  new ResizeObserver(() => {
    tools.together.hidden = boxes.some((box) => box.scrollHeight <= box.clientHeight);
  }).observe(row);
  refresh();

  const still = () => missing(state, item.keywords);
  return {
    get missing() {
      const side = still();
      if (!side) return null;
      if (side === "answer") return { why: tr("Choose an answer first."), at: answers.first, within: answers.group };
      const [least, most] = item.keywords;
      const why = least === most ? SAID[side].copyFirst(most) : SAID[side].copySomeFirst(least, most);
      return { why, at: sides[side].pane.box, within: sides[side].section };
    },
    get action() {
      return [SAID[still()]?.copy ?? tr("Choose an answer")];
    },
    get form() {
      return written(state, item);
    },
    get payload() {
      const { answer, left, right } = state;
      return { answer, ...(item.keywords && { keywords: { left, right } }), marked };
    },
    get draft() {
      return { ...state, marked, typed };
    },
    get canUndo() {
      return state.past.length > 0;
    },
    undo() {
      state = undo(state);
      refresh();
      changed();
      say(tr("Undone."));
    },
    key(event) {
      const index = item.answers.findIndex(({ key }) => key === event.key.toLowerCase());
      if (index >= 0) choose(index);
      return index >= 0;
    },
    focus: () => boxes[0].focus({ preventScroll: true }),
  };
}

/* The current answer in words. */
export function written({ answer, left, right }, { answers, keywords }) {
  const parts = [answer === null ? tr("no answer yet") : answers[answer].label];
  if (keywords) parts.push(...[left, right].map((list) => list.join(", ") || "…"));
  return parts.join("  |  ");
}

function answerGroup({ answers, help, helpAt }, choose) {
  const group = element("div", "pair-answers");
  group.setAttribute("role", "radiogroup");
  group.setAttribute("aria-labelledby", "question");
  const radios = answers.map(({ label, key }, index) => {
    const line = element("label", "pair-answer answer-choice");
    const radio = element("input", "", { type: "radio", name: "pair-answer" });
    radio.setAttribute("aria-keyshortcuts", key);
    radio.addEventListener("change", () => choose(index));
    const words = element("span", "", { dir: "auto", textContent: label });
    const shown = element("kbd", "", { textContent: key.toUpperCase() });
    shown.setAttribute("aria-hidden", "true");
    line.append(radio, words, shown);
    group.append(index === helpAt && help.length ? withExamples(line, radio, help) : line);
    return radio;
  });
  return {
    group,
    first: radios[0],
    show(answer) {
      radios.forEach((radio, index) => {
        radio.checked = index === answer;
      });
    },
  };
}

/* The answer with its examples below it. */
function withExamples(line, radio, help) {
  const both = element("div", "pair-exemplified");
  const examples = element("div", "pair-examples small", { id: "pair-examples", dir: "auto" });
  const list = element("ul");
  list.append(...help.map((one) => element("li", "", { textContent: one })));
  examples.append(tr("For example:"), list);
  radio.setAttribute("aria-describedby", examples.id);
  both.append(line, examples);
  return both;
}

function toolbar(acts) {
  const bar = element("div", "pair-tools");
  const [mark, together] = [
    ["mark", tr("Mark shared words")],
    ["together", tr("Scroll together")],
  ].map(([name, words]) => {
    const button = element("button", "link switch", { type: "button", textContent: words });
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", acts[name]);
    return button;
  });
  bar.append(together, mark);
  return { bar, mark, together };
}

/* When one text is scrolled, the other follows to the same share of its length. */
function inStep(boxes, together) {
  const follows = new Map();
  for (const [at, box] of boxes.entries()) {
    box.addEventListener("scroll", () => {
      if (follows.get(box) === box.scrollTop || !together()) {
        follows.delete(box);
        return;
      }
      const other = boxes[1 - at];
      const share = box.scrollTop / Math.max(box.scrollHeight - box.clientHeight, 1);
      other.scrollTop = share * (other.scrollHeight - other.clientHeight);
      follows.set(other, other.scrollTop);
    });
  }
}
