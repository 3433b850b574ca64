/* Evidence: a question, a document, and the sentences or spans of it that answer the question. */

import { stepOf } from "./keys.js";
import { button, documentView, drawPieces, element, numberAt } from "./evidence-document.js";
import { optionGroup, panelOf } from "./evidence-panel.js";
import { Places, selectedSpan } from "./evidence-places.js";
import { watchPointer } from "./evidence-pointer.js";
import { searchTool } from "./evidence-search.js";
import * as states from "./evidence-state.js";

const WIDE = "(min-width: 900px)";
const PAGE = 8;
const ACTIONS = { options: "Choose an option", marks: "Mark the evidence", why: "Say why there is none" };
let shown = new AbortController();

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
    [this.cursor, this.anchor, this.pick, this.growing] = [0, 0, null, null];
    this.build(surface);
    this.listen();
    this.view.rows.forEach((_, n) => this.draw(n));
    this.refresh();
  }

  build(surface) {
    const { item, view } = this;
    document.getElementById("question").textContent = item.text;
    this.options = item.options.length ? optionGroup(item, (choice) => this.move({ choice })) : null;
    this.panel = panelOf(item, {
      setNone: (none) => this.setNone(none),
      setWhy: (at, answer) => this.move({ why: [...this.state.why.slice(0, at), answer] }),
      setSaid: (name, value) => this.move({ said: { ...this.state.said, [name]: value } }),
      setCategories: (categories) => this.move({ categories }),
    });
    this.search = searchTool(view, {
      go: (n) => this.go(n, "center"),
      leave: () => view.box.focus({ preventScroll: true }),
      say: this.say,
    });
    const middle = element("div", "card evidence-middle");
    middle.append(this.tools(), view.box);
    if (this.options) surface.append(this.options.group);
    const columns = element("div", "evidence-columns");
    if (view.headings.length) columns.append(this.outline());
    columns.classList.toggle("without-outline", !view.headings.length);
    columns.append(middle, this.panel.panel);
    surface.append(columns);
    view.box.scrollTop = 0;
  }

  tools() {
    const bar = element("div", "evidence-tools");
    const jumps = element("div", "evidence-jumps");
    this.count = element("output", "small");
    this.before = button("‹", () => this.jump(-1));
    this.after = button("›", () => this.jump(1));
    this.before.setAttribute("aria-label", "Previous mark");
    this.after.setAttribute("aria-label", "Next mark");
    this.again = button("Redo", () => this.redo(), "link");
    jumps.append(this.before, this.count, this.after, this.again);
    bar.append(this.search.box, jumps);
    if (this.spans) {
      this.taker = button("Mark the selection", () => this.takeSelection());
      bar.append(this.taker);
    }
    return bar;
  }

  outline() {
    const drawer = element("details", "evidence-outline");
    drawer.open = matchMedia(WIDE).matches;
    const nav = document.createElement("nav");
    nav.setAttribute("aria-label", "Sections");
    this.sections = this.view.headings.map(({ title, start, heading }, at, all) => {
      const entry = button("", () => {
        if (!matchMedia(WIDE).matches) drawer.open = false;
        this.go(start, "nearest");
        heading.scrollIntoView({ block: "start" });
        this.view.box.focus({ preventScroll: true });
      });
      const marks = element("span", "evidence-dots");
      entry.append(Object.assign(element("span", ""), { textContent: title, dir: "auto" }), marks);
      nav.append(entry);
      return { start, end: all[at + 1]?.start ?? this.view.rows.length, marks };
    });
    drawer.append(Object.assign(document.createElement("summary"), { textContent: "Sections" }), nav);
    return drawer;
  }

  listen() {
    const { box } = this.view;
    box.classList.toggle("by-characters", this.spans);
    box.addEventListener("keydown", (event) => {
      if (!this.key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    }, { signal: this.signal });
    if (this.spans) this.listenToSelection();
    else {
      watchPointer(box, {
        signal: this.signal,
        tap: (n, upTo) => this.tap(n, upTo),
        preview: (from, to) => this.preview(from, to),
        range: (from, to) => this.mark(from, to, !this.isMarked(from)),
      });
    }
  }

  listenToSelection() {
    const { box, rows } = this.view;
    const options = { signal: this.signal };
    let touched = false;
    box.addEventListener("pointerdown", ({ pointerType }) => (touched = pointerType === "touch"), options);
    document.addEventListener("pointerup", () => !touched && this.takeSelection(), options);
    document.addEventListener("selectionchange", () => {
      const found = selectedSpan(box, rows, this.places, numberAt);
      this.taker.setAttribute("aria-disabled", String(!found));
    }, options);
    box.addEventListener("click", (event) => {
      const n = numberAt(event.target);
      if (n === null || !getSelection().isCollapsed) return;
      this.go(n);
      if (event.target.matches("mark.marked")) this.unmarkAt(n, event.target);
    }, options);
    this.taker.setAttribute("aria-disabled", "true");
  }

  takeSelection() {
    const found = selectedSpan(this.view.box, this.view.rows, this.places, numberAt);
    if (!found) return;
    getSelection().removeAllRanges();
    this.paint(...found, true, "Marked.");
  }

  unmarkAt(n, mark) {
    let before = 0;
    for (let node = mark.previousSibling; node; node = node.previousSibling) before += node.textContent.length;
    const place = this.places.at(n, before);
    const span = this.state.marks.find(([a, b]) => a <= place && b > place);
    if (span) this.paint(...span, false, "Not marked any more.");
  }

  /* Of sentences; where characters are marked, of all that is in them. */
  mark(from, to, on, joined = false) {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    this.go(to);
    this.anchor = from;
    const [start, end] = this.spans ? [this.places.starts[first], this.places.ends[last]] : [first, last + 1];
    this.paint(start, end, on, this.told(first, last, on), joined);
  }

  told(first, last, on) {
    const which = first === last ? `sentence ${first + 1}` : `sentences ${first + 1} to ${last + 1}`;
    return on ? `Marked ${which}.` : `${which} not marked any more.`;
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
    this.view.rows.forEach((row, n) => row.classList.toggle("preview", from !== null && n >= first && n <= last));
  }

  setNone(none) {
    const words = none && this.state.marks.length ? "No answer: the marks are taken away. Undo brings them back." : "";
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

  /* Only the sentences on which something changed. */
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
    const pieces = this.spans ? this.places.drawn(n, this.state.marks, this.pick) : [];
    drawPieces(row, this.view.sentences[n], pieces);
  }

  refresh() {
    const { marks } = this.state;
    const many = this.spans ? marks.length : states.numbers(marks).length;
    this.count.textContent = `${many} marked`;
    for (const one of [this.before, this.after]) one.setAttribute("aria-disabled", String(!many));
    this.again.setAttribute("aria-disabled", String(!this.state.future.length));
    this.panel.show(this.state);
    this.options?.show(this.state);
    if (!this.sections) return;
    const marked = this.marked();
    for (const { start, end, marks: dots } of this.sections) {
      const inside = marked.filter((n) => n >= start && n < end).length;
      dots.textContent = inside ? String(inside) : "";
      dots.setAttribute("aria-label", inside ? `, ${inside} marked` : "");
    }
  }

  marked() {
    return this.spans
      ? [...new Set(this.state.marks.flatMap(([a, b]) => this.sentencesIn(a, b)))]
      : states.numbers(this.state.marks);
  }

  go(n, block = "nearest") {
    const { rows, box } = this.view;
    rows[this.cursor].classList.remove("cursor");
    if (this.pick) this.clearPick();
    this.cursor = Math.min(Math.max(n, 0), rows.length - 1);
    rows[this.cursor].classList.add("cursor");
    box.setAttribute("aria-activedescendant", rows[this.cursor].id);
    rows[this.cursor].scrollIntoView({ block });
  }

  /* From where the cursor is, round and round. */
  jump(by) {
    const starts = this.spans ? this.marked() : this.state.marks.map(([a]) => a);
    if (!starts.length) return;
    const onward = by > 0 ? starts.find((n) => n > this.cursor) : starts.findLast((n) => n < this.cursor);
    this.go(onward ?? (by > 0 ? starts[0] : starts.at(-1)), "center");
    this.say(`Sentence ${this.cursor + 1}. ${this.view.sentences[this.cursor]}`);
  }

  redo() {
    if (this.state.future.length) this.become(states.redo(this.state), "Done again.");
  }

  key(event) {
    if (event.altKey) return false;
    const { key, shiftKey } = event;
    if (shiftKey && key.toLowerCase() === "z") return this.redo() ?? true;
    if (event.ctrlKey || event.metaKey) return false;
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE, PageDown: PAGE, Home: -Infinity, End: Infinity }[key];
    if (by) this.step(by, shiftKey);
    else if (this.spans && stepOf(key, this.view.box)) this.pickWord(stepOf(key, this.view.box), shiftKey);
    else if (key === " ") this.press();
    else if (key === "Escape" && this.pick) this.clearPick();
    else return false;
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
    if (this.pick) {
      const [start, end] = this.pick;
      const on = !states.isMarked(this.state.marks, start, end);
      this.clearPick();
      this.paint(start, end, on, on ? "Marked." : "Not marked any more.");
    } else this.mark(this.cursor, this.cursor, !this.isMarked(this.cursor));
  }

  /* A word of the cursor's sentence, and with shift from there on. */
  pickWord(by, extend) {
    const words = this.places.words(this.cursor);
    if (!words.length) return;
    const last = this.word ?? (by > 0 ? -1 : words.length);
    this.word = Math.min(Math.max(last + by, 0), words.length - 1);
    if (!extend || !this.pick) this.wordFrom = this.word;
    const [a, b] = [this.wordFrom, this.word].sort((x, y) => x - y);
    this.pick = [words[a][0], words[b][1]];
    this.draw(this.cursor);
    const [start, end] = this.pick.map((place) => place - this.places.starts[this.cursor]);
    this.say([...this.view.sentences[this.cursor]].slice(start, end).join(""));
  }

  clearPick() {
    [this.pick, this.word] = [null, null];
    this.draw(this.cursor);
  }

  undo() {
    this.growing = null;
    this.become(states.undo(this.state), "Undone.");
  }

  act() {
    const [part, words] = states.missing(this.state, this.item);
    if (part === "options") this.options.focus();
    else if (part === "marks") this.view.box.focus();
    else this.panel.focus(part, this.state);
    this.say(words);
  }

  /* Keys that work wherever the focus is. */
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

  /* As all schemes' editors are asked. */
  face() {
    const editor = this;
    const missing = () => states.missing(editor.state, editor.item);
    return {
      get finished() { return !missing(); },
      get missing() { return missing()?.[1]; },
      get action() { return [ACTIONS[missing()?.[0]] ?? "Answer the rest"]; },
      get form() { return states.written(editor.state, editor.item, editor.marked()); },
      get payload() { return editor.payload(); },
      get draft() { return editor.state; },
      get canUndo() { return editor.state.past.length > 0; },
      act: () => editor.act(),
      undo: () => editor.undo(),
      key: (event) => editor.letter(event.key),
      focus: () => editor.view.box.focus({ preventScroll: true }),
    };
  }

  payload() {
    const found = states.payloadOf(this.state, this.item);
    if (this.item.snap && found.spans) {
      found.spans = found.spans.map(([a, b]) => [this.places.starts[a], this.places.ends[b - 1]]);
    }
    return found;
  }
}
