/* The text, line by line, with what is marked and what is picked in it. Only lines on which something
   changed are drawn anew. */

import { element } from "../elements.js";
import { lanes } from "./state.js";

const DEEPEST = 5;

export class Drawing {
  constructor(box, places, item) {
    Object.assign(this, { box, places, labels: item.labels, begins: new WeakMap() });
    const headings = new Set(item.headings.map(([begin]) => places.units?.[begin] ?? begin));
    this.lines = [];
    let at = 0;
    for (const text of places.text.split("\n")) {
      const line = element("div", headings.has(at) ? "span-line span-heading" : "span-line");
      this.lines.push({ line, begin: at, end: at + text.length, drawn: null });
      at += text.length + 1;
    }
    box.append(...this.lines.map(({ line }) => line));
  }

  show(spans, pick, current) {
    const depth = lanes(spans);
    const marks = spans.map((span) => {
      const [begin, end] = this.places.edges(span);
      return { begin, end, lane: Math.min(depth.get(span), DEEPEST), span, current: span === current };
    });
    if (pick) {
      const [begin, end] = this.places.edges(pick);
      marks.push({ begin, end, lane: -1 });
    }
    for (const one of this.lines) {
      const own = marks.filter(({ begin, end }) => begin < one.end && end > one.begin);
      const drawn = JSON.stringify(
        own.map(({ begin, end, lane, span, current: now }) => [begin, end, lane, span, now]),
      );
      if (drawn === one.drawn) continue;
      one.drawn = drawn;
      one.line.replaceChildren(...this.pieces(one, own));
    }
  }

  /* The innermost mark is drawn highest, so the marks of a piece are nested by their lanes. */
  *pieces({ begin, end }, marks) {
    const inside = marks.flatMap((mark) => [mark.begin, mark.end]).filter((edge) => edge > begin && edge < end);
    const edges = [...new Set([begin, ...inside, end])].sort((one, other) => one - other);
    for (const [at, from] of edges.slice(0, -1).entries()) {
      const to = edges[at + 1];
      const own = marks.filter((mark) => mark.begin <= from && mark.end >= to).sort((a, b) => a.lane - b.lane);
      let piece = this.textOf(from, to);
      for (const mark of own) piece = this.marked(piece, mark, from, to);
      yield piece;
    }
  }

  textOf(from, to) {
    const node = document.createTextNode(this.places.text.slice(from, to));
    this.begins.set(node, from);
    return node;
  }

  marked(piece, { begin, end, lane, span, current }, from, to) {
    const mark = element("mark", lane < 0 ? "span-pick" : `span-mark lane-${lane}`);
    mark.append(piece);
    mark.classList.toggle("begins", begin === from);
    mark.classList.toggle("ends", end === to);
    mark.classList.toggle("current", Boolean(current));
    if (span && end === to) {
      const tag = element("span", "span-tag", { textContent: this.labels[span[2]].label, dir: "auto" });
      tag.dataset.span = span.join(" ");
      mark.append(tag);
    }
    return mark;
  }

  /* The unit of the text at a point of the page; null if there is none. */
  unitAt(node, offset) {
    const own = this.begins.get(node);
    if (own !== undefined) return own + offset;
    const walk = document.createTreeWalker(this.box, NodeFilter.SHOW_TEXT);
    walk.currentNode = node.childNodes?.[offset] ?? lastOf(node);
    let next = this.begins.has(walk.currentNode) ? walk.currentNode : walk.nextNode();
    while (next && !this.begins.has(next)) next = walk.nextNode();
    return next ? this.begins.get(next) : this.places.text.length;
  }

  unitAtPoint(x, y) {
    const found = document.caretPositionFromPoint?.(x, y);
    if (found) return this.box.contains(found.offsetNode) ? this.unitAt(found.offsetNode, found.offset) : null;
    const range = document.caretRangeFromPoint?.(x, y);
    return range && this.box.contains(range.startContainer)
      ? this.unitAt(range.startContainer, range.startOffset)
      : null;
  }

  /* The browser's selection as two units; null if it has nothing of the text. */
  selected() {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
    const range = selection.getRangeAt(0);
    if (!this.box.contains(range.startContainer) || !this.box.contains(range.endContainer)) return null;
    return [this.unitAt(range.startContainer, range.startOffset), this.unitAt(range.endContainer, range.endOffset)];
  }

  /* Where a word is drawn. */
  boxOf(word) {
    const [begin, end] = this.places.words[word];
    const range = document.createRange();
    const walk = document.createTreeWalker(this.box, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const from = this.begins.get(walk.currentNode);
      const to = from + walk.currentNode.length;
      if (from === undefined || to <= begin) continue;
      range.setStart(walk.currentNode, Math.max(begin - from, 0));
      range.setEnd(walk.currentNode, Math.min(end, to) - from);
      break;
    }
    return range.getBoundingClientRect();
  }

  /* So many lines on: of their words, the one nearest below or above. */
  onLine(word, by) {
    let from = this.boxOf(word);
    const middle = (from.left + from.right) / 2;
    for (let line = 0; line < Math.abs(by); line += 1) {
      const next = this.onNextLine(word, from, Math.sign(by), middle);
      if (next === word) break;
      [word, from] = [next, this.boxOf(next)];
    }
    return word;
  }

  onNextLine(word, from, by, middle) {
    let best = word;
    let line = null;
    let nearest = Infinity;
    for (let at = word + by; at >= 0 && at < this.places.words.length; at += by) {
      const box = this.boxOf(at);
      const away = by > 0 ? box.top >= from.bottom - 4 : box.bottom <= from.top + 4;
      if (!away) continue;
      line ??= box;
      if (Math.abs(box.top - line.top) > line.height / 2) break;
      const far = Math.abs((box.left + box.right) / 2 - middle);
      if (far < nearest) [best, nearest] = [at, far];
    }
    return best;
  }
}

/* The last node in it, after which the next one is not in it. */
function lastOf(node) {
  let last = node;
  while (last.lastChild) last = last.lastChild;
  return last;
}
