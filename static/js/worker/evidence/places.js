/* Where characters stand: between the page's UTF-16 units, the sentences, and the code points of
   the document's text, in which spans are sent. */

import { pieces } from "../pair/words.js";

const SPACE = /\s/u;

export class Places {
  constructor({ sentences, starts }) {
    this.sentences = sentences;
    this.starts = starts;
    this.ends = sentences.map((text, n) => starts[n] + [...text].length);
    this.length = this.ends.at(-1);
    this.solid = new Uint8Array(this.length);
    sentences.forEach((text, n) => {
      [...text].forEach((character, at) => {
        this.solid[starts[n] + at] = SPACE.test(character) ? 0 : 1;
      });
    });
  }

  whole(n) {
    return [this.starts[n], this.ends[n]];
  }

  /* Convert a position in a sentence's row to one in the text. */
  at(n, unit) {
    return this.starts[n] + [...this.sentences[n].slice(0, unit)].length;
  }

  /* Trim white space at both ends; null if nothing is left. */
  trimmed([start, end]) {
    let [a, b] = [Math.max(start, 0), Math.min(end, this.length)];
    while (a < b && !this.solid[a]) a += 1;
    while (b > a && !this.solid[b - 1]) b -= 1;
    return a < b ? [a, b] : null;
  }

  tidy(marks) {
    return marks.map((span) => this.trimmed(span)).filter(Boolean);
  }

  /* The parts of spans within a sentence, counted from its start. */
  within(n, spans) {
    const [start, end] = this.whole(n);
    return spans
      .filter(([a, b]) => a < end && b > start)
      .map(([a, b]) => [Math.max(a, start) - start, Math.min(b, end) - start]);
  }

  /* Marks and selection, as consecutive pieces. */
  drawn(n, marks, pick) {
    const [marked, picked] = [this.within(n, marks), pick ? this.within(n, [pick]) : []];
    const edges = [...new Set([...marked, ...picked].flat())].sort((a, b) => a - b);
    const holds = (spans, a) => spans.some(([from, to]) => from <= a && to > a);
    return edges
      .slice(0, -1)
      .map((a, at) => [
        a,
        edges[at + 1],
        [holds(marked, a) && "marked", holds(picked, a) && "picked"].filter(Boolean).join(" "),
      ])
      .filter(([, , kind]) => kind);
  }

  words(n) {
    return pieces(this.sentences[n])
      .filter(({ word }) => word)
      .map(({ at, text }) => [this.at(n, at), this.at(n, at + text.length)]);
  }
}

/* The selection in the document as a span of the text; null if there is none. */
export function selectedSpan(box, rows, places, numberAt) {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const range = selection.getRangeAt(0);
  if (!box.contains(range.commonAncestorContainer)) return null;
  const ends = [
    [range.startContainer, range.startOffset, 0],
    [range.endContainer, range.endOffset, -1],
  ].map(([node, offset, last]) => placeOf(node, offset, last, { box, rows, places, numberAt }));
  return places.trimmed(ends);
}

function placeOf(node, offset, last, { rows, places, numberAt }) {
  const n = numberAt(node);
  if (n !== null) {
    const before = document.createRange();
    before.selectNodeContents(rows[n]);
    before.setEnd(node, offset);
    return places.at(n, before.toString().length);
  }
  /* Between rows: the next row begins there, or the one before ends there. */
  const edge = document.createRange();
  edge.setStart(node, offset);
  const next = rows.findIndex((row) => edge.comparePoint(row, 0) >= 0);
  if (last) return places.ends[(next < 0 ? rows.length : next) - 1] ?? 0;
  return places.starts[next] ?? places.length;
}
