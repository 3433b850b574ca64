/* One text: read, scrolled, and where keywords are asked for, its words picked by mouse, by touch
   or by a word cursor. Whole words are picked, whatever the pointer covered. */

import { cueScrolling } from "../cues.js";
import { element } from "../elements.js";
import { stepOf } from "../keys.js";
import { pieces, plain } from "./words.js";

export function textPane(text, { label, picking, picked, take }) {
  const box = element("div", "pair-text", { dir: "auto", tabIndex: 0 });
  box.setAttribute("role", "group");
  box.setAttribute("aria-labelledby", label);
  const words = fill(box, text, picking);
  cueScrolling(box);
  let anchor = 0;
  let cursor = 0;
  let any = false;

  function pick(from, to) {
    [anchor, cursor, any] = [from, to, true];
    show();
    picked(selected());
  }

  function show() {
    const [first, last] = [Math.min(anchor, cursor), Math.max(anchor, cursor)];
    words.forEach(({ span }, at) => {
      span.classList.toggle("picked", any && at >= first && at <= last);
      span.classList.toggle("cursor", any && at === cursor);
    });
  }

  function selected() {
    const [first, last] = [Math.min(anchor, cursor), Math.max(anchor, cursor)];
    return text.slice(words[first].at, words[last].end).replace(/\s+/gu, " ");
  }

  /* The cursor stays where it is, for the next word. */
  function clear() {
    any = false;
    show();
    if (box.contains(getSelection()?.anchorNode)) getSelection().removeAllRanges();
  }

  function move(to, extend) {
    const at = Math.min(Math.max(to, 0), words.length - 1);
    pick(extend && any ? anchor : at, at);
    words[at].span.scrollIntoView({ block: "nearest" });
  }

  /* The word below or above: on the next line, where the eye comes down. */
  function lineFrom(at, step) {
    const { offsetTop, offsetLeft } = words[at].span;
    let other = at;
    while (words[other] && words[other].span.offsetTop === offsetTop) other += step;
    if (!words[other]) return at;
    const line = words[other].span.offsetTop;
    const beside = (one) => Math.abs(words[one].span.offsetLeft - offsetLeft);
    for (let next = other; words[next]?.span.offsetTop === line; next += step) {
      if (beside(next) < beside(other)) other = next;
    }
    return other;
  }

  function key(event) {
    if (!words.length || event.altKey || event.ctrlKey || event.metaKey) return false;
    const step = stepOf(event.key, box);
    const vertical = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step) move(any || cursor ? cursor + step : 0, event.shiftKey);
    else if (vertical) move(lineFrom(cursor, vertical), event.shiftKey);
    else if (event.key === "Home" || event.key === "End") {
      move(event.key === "Home" ? 0 : words.length - 1, event.shiftKey);
    } else if (event.key === " ") take();
    else if (event.key === "Escape" && any) clear();
    else return false;
    return true;
  }

  if (picking) {
    box.addEventListener("keydown", (event) => {
      if (!key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
    box.addEventListener("click", (event) => {
      if (!getSelection().isCollapsed) return;
      const at = words.findIndex(({ span }) => span === event.target);
      if (at >= 0) pick(event.shiftKey && any ? anchor : at, at);
    });
    watchSelection(box, (from, to) => {
      const first = words.findIndex(({ end }) => end > from);
      const last = words.findLastIndex(({ at }) => at < to);
      if (first >= 0 && first <= last) pick(first, last);
    });
  }
  return {
    box,
    clear,
    mark(known) {
      for (const { span, word } of words) span.classList.toggle("shared", known.has(word));
    },
  };
}

function fill(box, text, picking) {
  const words = [];
  for (const piece of pieces(text)) {
    if (!piece.word) {
      box.append(piece.text);
      continue;
    }
    const span = element("span", picking && "pickable", { textContent: piece.text });
    words.push({ span, at: piece.at, end: piece.at + piece.text.length, word: plain(piece.text) });
    box.append(span);
  }
  return words;
}

/* Report the pointer's selection in the text while the text is shown. */
function watchSelection(box, tell) {
  const watching = new AbortController();
  document.addEventListener(
    "selectionchange",
    () => {
      if (!box.isConnected) return watching.abort();
      const selection = getSelection();
      if (selection.isCollapsed || !box.contains(selection.anchorNode)) return undefined;
      const range = selection.getRangeAt(0);
      const from = box.contains(range.startContainer) ? offset(box, range.startContainer, range.startOffset) : 0;
      const to = box.contains(range.endContainer)
        ? offset(box, range.endContainer, range.endOffset)
        : box.textContent.length;
      return tell(from, to);
    },
    { signal: watching.signal },
  );
}

function offset(box, node, at) {
  const before = document.createRange();
  before.selectNodeContents(box);
  before.setEnd(node, at);
  return before.toString().length;
}
