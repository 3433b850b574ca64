/* Evidence: a question, a document, and the sentences or spans of it that answer the question. */

import { listenToKeys } from "../keys.js";
import { tr } from "../speak.js";
import { documentView, drawPieces, settle } from "./document.js";
import { layOut, outlineOf, toolbar } from "./layout.js";
import { optionGroup, panelOf } from "./panel.js";
import { Places } from "./places.js";
import { watchPointer } from "./pointer.js";
import { searchTool } from "./search.js";
import * as states from "./state.js";
import { Words } from "./words.js";

const PAGE = 8;
const ACTIONS = { options: tr("Choose an option"), marks: tr("Mark the evidence"), why: tr("Say why there is none") };
let shown = new AbortController();

export const { draftOf } = states;

export function mount(surface, item, { draft, changed, say }) {
  shown.abort();
  shown = new AbortController();
  return new Editor(surface, item, draft, { changed, say, signal: shown.signal }).face();
}

class Editor {
  constructor(surface, item, draft, { changed, say, signal }) {
    Object.assign(this, { item, changed, say, signal });
    this.spans = item.unit === "characters" && !item.snap;
    this.view = documentView(item.document);
    this.places = item.unit === "characters" ? new Places(item.document) : null;
    this.length = this.spans ? this.places.length : item.document.sentences.length;
    this.state = states.restore(draft, this.length, item);
    [this.cursor, this.anchor, this.growing] = [0, 0, null];
    this.build(surface);
    this.listen();
    for (const n of this.view.rows.keys()) this.draw(n);
    this.refresh();
  }

  build(surface) {
    const { item, view } = this;
    document.getElementById("question").textContent = item.text;
    this.options = item.options.length ? optionGroup(item, (choice) => this.move({ choice })) : null;
    this.panel = panelOf(item, {
      setWhy: (at, answer) => this.move({ why: [...this.state.why.slice(0, at), answer] }),
      setSaid: (name, value) => this.move({ said: { ...this.state.said, [name]: value } }),
      setCategories: (categories) => this.move({ categories }),
    });
    this.search = searchTool(view, {
      go: (n) => this.go(n, "center"),
      leave: () => view.box.focus({ preventScroll: true }),
      say: this.say,
    });
    this.tools = toolbar({
      search: this.search,
      jump: (by) => this.jump(by),
      redo: () => this.redo(),
      setNone: (none) => this.setNone(none),
      take: this.spans && (() => this.words.take()),
    });
    this.outline = view.headings.length
      ? outlineOf(view, (start, heading) => {
          this.go(start, "nearest");
          settle(heading, "start");
          view.box.focus({ preventScroll: true });
        })
      : null;
    layOut(surface, {
      options: this.options,
      outline: this.outline,
      tools: this.tools,
      box: view.box,
      panel: this.panel,
      signal: this.signal,
    });
    view.box.scrollTop = 0;
    view.box.removeAttribute("aria-activedescendant");
    view.box.querySelector(".cursor")?.classList.remove("cursor");
  }

  listen() {
    const { box } = this.view;
    box.classList.toggle("by-characters", this.spans);
    listenToKeys(box, (event) => this.key(event), this.signal);
    if (this.spans) this.words = new Words(this);
    else {
      watchPointer(box, {
        signal: this.signal,
        tap: (n, upTo) => this.tap(n, upTo),
        preview: (from, to) => this.preview(from, to),
        range: (from, to) => this.mark(from, to, !this.isMarked(from)),
      });
    }
  }

  /* Mark sentences; if characters are marked, everything in these sentences. */
  mark(from, to, on, joined = false) {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    this.go(to);
    this.anchor = from;
    const [start, end] = this.spans ? [this.places.starts[first], this.places.ends[last]] : [first, last + 1];
    this.paint(start, end, on, states.toldMarks(first, last, on), joined);
  }

  paint(start, end, on, words, joined = false) {
    const painted = states.paint(joined ? this.growing : this.state.marks, start, end, on, !this.spans);
    const marks = this.spans ? this.places.tidy(painted) : painted;
    this.move(on ? { marks, none: false, why: [] } : { marks }, words, joined);
  }

  isMarked(n) {
    const [start, end] = this.spans ? this.places.whole(n) : [n, n + 1];
    return states.isMarked(this.state.marks, start, end);
  }

  tap(n, upTo) {
    if (upTo) this.mark(this.anchor, n, true);
    else this.mark(n, n, !this.isMarked(n));
  }

  preview(from, to) {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    for (const [n, row] of this.view.rows.entries()) {
      row.classList.toggle("preview", from !== null && n >= first && n <= last);
    }
  }

  setNone(none) {
    const words = none && this.state.marks.length ? tr("No answer: your marks were removed. Undo restores them.") : "";
    this.move(none ? { none, marks: [] } : { none, why: [] }, words);
  }

  move(change, words = "", joined = false) {
    if (!joined) this.growing = null;
    this.become(states.step(this.state, change, joined), words);
  }

  become(state, words) {
    const before = this.state.marks;
    this.state = state;
    if (before !== state.marks) this.redraw(before, state.marks);
    this.refresh();
    this.changed();
    if (words) this.say(words);
  }

  /* Redraw only the sentences that changed. */
  redraw(before, after) {
    const key = ([a, b]) => `${a}-${b}`;
    const [had, has] = [new Set(before.map(key)), new Set(after.map(key))];
    const unlike = [...before.filter((span) => !has.has(key(span))), ...after.filter((span) => !had.has(key(span)))];
    const numbers = new Set(unlike.flatMap(([a, b]) => this.sentencesIn(a, b)));
    for (const n of numbers) this.draw(n);
    if (this.spans) this.search.redraw();
  }

  sentencesIn(start, end) {
    if (!this.spans) return states.numbers([[start, end]]);
    return this.view.rows.map((_, n) => n).filter((n) => this.places.starts[n] < end && this.places.ends[n] > start);
  }

  draw(n) {
    const row = this.view.rows[n];
    const marked = this.spans ? this.places.within(n, this.state.marks).length > 0 : this.isMarked(n);
    row.setAttribute("aria-selected", String(marked));
    row.classList.remove("preview");
    if (!this.spans && !row.firstElementChild) return;
    const pieces = this.spans ? this.places.drawn(n, this.state.marks, this.words.pick) : [];
    drawPieces(row, this.view.sentences[n], pieces);
  }

  refresh() {
    this.tools.show(this.state);
    this.count();
    this.panel.show(this.state);
    this.options?.show(this.state);
    this.outline?.show(this.marked());
  }

  count() {
    const starts = this.starts();
    const on = this.isMarked(this.cursor) || starts.includes(this.cursor);
    this.tools.count(starts.length, on ? starts.findLastIndex((n) => n <= this.cursor) : -1);
  }

  /* The first sentence of each mark. */
  starts() {
    return this.spans ? this.marked() : this.state.marks.map(([a]) => a);
  }

  marked() {
    return this.spans
      ? [...new Set(this.state.marks.flatMap(([a, b]) => this.sentencesIn(a, b)))]
      : states.numbers(this.state.marks);
  }

  go(n, block = "nearest") {
    const { rows, box } = this.view;
    rows[this.cursor].classList.remove("cursor");
    this.words?.clear();
    this.cursor = Math.min(Math.max(n, 0), rows.length - 1);
    rows[this.cursor].classList.add("cursor");
    box.setAttribute("aria-activedescendant", rows[this.cursor].id);
    if (block === "nearest") rows[this.cursor].scrollIntoView({ block });
    else settle(rows[this.cursor], block);
    this.count();
  }

  /* From the cursor, wrapping around. */
  jump(by) {
    const starts = this.starts();
    if (!starts.length) return;
    const onward = by > 0 ? starts.find((n) => n > this.cursor) : starts.findLast((n) => n < this.cursor);
    this.go(onward ?? (by > 0 ? starts[0] : starts.at(-1)), "center");
    this.say(
      tr("Sentence {number}. {text}", {
        number: this.cursor + 1,
        text: this.view.sentences[this.cursor],
      }),
    );
  }

  redo() {
    if (this.state.future.length) this.become(states.redo(this.state), tr("Redone."));
  }

  key(event) {
    if (event.altKey) return false;
    const { key, shiftKey } = event;
    if (shiftKey && key.toLowerCase() === "z") return this.redo() ?? true;
    if (event.ctrlKey || event.metaKey) return false;
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE, PageDown: PAGE, Home: -Infinity, End: Infinity }[key];
    if (by) this.step(by, shiftKey);
    else if (key === " ") this.press();
    else return Boolean(this.words?.key(key, shiftKey));
    return true;
  }

  step(by, extend) {
    if (!extend) {
      this.growing = null;
      const first = !this.view.box.hasAttribute("aria-activedescendant");
      this.go(first && by === 1 ? 0 : this.cursor + by);
      this.anchor = this.cursor;
      return;
    }
    const joined = this.growing !== null;
    if (!joined) [this.growing, this.from] = [this.state.marks, this.cursor];
    const [from, base] = [this.from, this.growing];
    const to = Math.min(Math.max(this.cursor + by, 0), this.view.rows.length - 1);
    this.mark(from, to, true, joined);
    this.growing = base;
  }

  press() {
    if (!this.words?.press()) this.mark(this.cursor, this.cursor, !this.isMarked(this.cursor));
  }

  undo() {
    this.growing = null;
    this.become(states.undo(this.state), tr("Undone."));
  }

  /* What is still missing, and where on the page. */
  missing() {
    const found = states.missing(this.state, this.item);
    if (!found) return null;
    const [part, why] = found;
    return { part, why, ...this.placeOf(part) };
  }

  placeOf(part) {
    if (part === "options") return this.options.place;
    if (part === "marks") return { at: this.view.box };
    return this.panel.placeOf(part, this.state);
  }

  /* Keys that work regardless of the focus. */
  letter(key) {
    const acts = {
      n: () => this.jump(1),
      p: () => this.jump(-1),
      x: () => this.setNone(!this.state.none),
      y: () => this.redo(),
      "/": () => this.search.focus(),
    };
    acts[key.toLowerCase()]?.();
    return key.toLowerCase() in acts;
  }

  /* The interface that all schemes' editors share. */
  face() {
    const editor = this;
    return {
      get missing() {
        return editor.missing();
      },
      get action() {
        return [ACTIONS[editor.missing()?.part] ?? tr("Answer the other questions")];
      },
      get form() {
        return states.written(editor.state, editor.item, editor.marked());
      },
      get payload() {
        return states.payloadOf(editor.state, editor.item, editor.places);
      },
      get draft() {
        return editor.state;
      },
      get canUndo() {
        return editor.state.past.length > 0;
      },
      undo: () => editor.undo(),
      key: (event) => editor.letter(event.key),
      focus: () => editor.view.box.focus({ preventScroll: true }),
    };
  }
}
