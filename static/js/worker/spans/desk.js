/* Spans: a text whose words, or characters, are marked and labelled. First words are picked, then a
   label is chosen; a span that is chosen again can be given other words or another label. */

import { cueScrolling } from "../cues.js";
import { element } from "../elements.js";
import { listenToKeys, stepOf } from "../keys.js";
import { tr } from "../speak.js";
import { Drawing } from "./drawing.js";
import { panelOf } from "./panel.js";
import { Places } from "./places.js";
import { taken, watchPointer } from "./pointer.js";
import * as states from "./state.js";

const LONG = 1200;
const PAGE_LINES = 8;
let shown = new AbortController();

export { draftOf } from "./state.js";

export function mount(surface, item, { draft, changed, say }) {
  shown.abort();
  shown = new AbortController();
  return new Editor(surface, item, draft, { changed, say, signal: shown.signal }).face();
}

class Editor {
  constructor(surface, item, draft, { changed, say, signal }) {
    Object.assign(this, { item, changed, say, signal, told: "" });
    this.places = new Places(item);
    this.state = states.restore(draft, this.places.length, item.labels.length);
    /* `anchor` is the word where a selection starts, `open` whether a tap may still end it. */
    Object.assign(this, { pick: null, anchor: 0, head: -1, open: false, current: null });
    this.build(surface);
    this.refresh();
  }

  build(surface) {
    const { item, signal } = this;
    const long = item.text.length > LONG;
    this.box = element("div", "span-text", { tabIndex: 0, dir: "auto" });
    this.box.setAttribute("role", "application");
    this.box.setAttribute("aria-label", tr("Text"));
    this.box.setAttribute("aria-describedby", "hint");
    const card = element("div", "card span-card");
    card.append(this.box);
    this.drawing = new Drawing(this.box, this.places, item);
    this.panel = panelOf(
      item,
      {
        label: (at) => this.label(at),
        remove: () => this.remove(),
        removeOne: (span) => this.removeOne(span),
        setNone: () => this.setNone(),
        nudge: (atEnd, by) => this.nudge(atEnd, by),
        choose: (span) => this.choose(span),
      },
      signal,
    );
    const columns = element("div", "span-columns");
    columns.append(card, this.panel.panel);
    surface.classList.toggle("long-read", long);
    surface.append(columns);
    if (long) cueScrolling(this.box);
    watchPointer(this.drawing, {
      signal,
      pick: (span) => this.picked(span),
      upTo: (word) => this.extend(word),
      tapped: (word) => this.tapped(word),
      choose: (span) => this.choose(this.state.spans.find((one) => states.same(one, span)) ?? null),
    });
    document.addEventListener("selectionchange", () => this.selecting(), { signal });
    listenToKeys(this.box, (event) => this.inText(event), signal);
  }

  refresh() {
    const { state, places, pick, current } = this;
    this.drawing.show(state.spans, pick, current);
    const chosen = this.selected ?? pick;
    this.panel.show({
      ...state,
      words: state.spans.map((span) => places.written(span)),
      picked: chosen ? places.written(chosen) : "",
      told: this.told,
      current: this.target(),
    });
  }

  /* The browser's touch selection, until a label is chosen. */
  selecting() {
    const found = taken(this.drawing);
    if (!found && !this.selected) return;
    this.selected = found;
    this.refresh();
  }

  /* The chosen span, or else the shortest around the selection. */
  target() {
    const pick = this.selected ?? this.pick;
    return this.current ?? (pick && states.innermost(this.state.spans, pick));
  }

  picked(span, { open = false, current = null, told = "" } = {}) {
    Object.assign(this, { pick: span, open, current, told, selected: null });
    if (span) [this.anchor, this.head] = this.places.wordsOf(span);
    this.refresh();
    if (!told && span) this.say(this.places.written(span));
  }

  tapped(word) {
    if (this.open && this.pick) {
      const from = this.anchor;
      this.picked(this.places.ofWords(from, word), { current: this.current });
    } else this.picked(this.places.ofWords(word, word), { open: true });
  }

  extend(word) {
    if (!this.pick) {
      this.picked(this.places.ofWords(word, word));
      return;
    }
    const { anchor, current } = this;
    this.picked(this.places.ofWords(anchor, word), { current });
    [this.anchor, this.head] = [anchor, word];
  }

  choose(span) {
    if (!span) return;
    this.picked(span.slice(0, 2), { current: span });
    this.seePick();
    this.say(`${this.item.labels[span[2]].label}: ${this.places.written(span)}`);
  }

  label(at) {
    const pick = this.selected ?? this.pick;
    if (!pick) {
      this.tell(tr("Select words first: drag over them, or tap the first and the last word."));
      return;
    }
    const span = [...pick, at];
    const { spans, gone, against } = states.added(this.state.spans, span, this.item.overlap, this.current);
    const name = this.item.labels[at].label;
    if (against) {
      const words = this.places.written(against);
      this.tell(
        tr("This partly overlaps “{words}”. A mark can be inside another, but cannot partly overlap it.", { words }),
      );
      return;
    }
    getSelection()?.removeAllRanges();
    Object.assign(this, { selected: null, pick, open: false, current: null });
    const words = this.places.written(pick);
    const marked = tr("{words}: {label}.", { words, label: name });
    this.move({ spans, none: false }, gone.length ? `${marked} ${tr("Overlapping marks were removed.")}` : marked);
  }

  remove() {
    const span = this.target();
    if (span) this.removeOne(span);
  }

  removeOne(span) {
    this.current = null;
    this.move({ spans: states.without(this.state.spans, span) }, tr("Removed."));
    this.box.focus({ preventScroll: true });
  }

  setNone() {
    if (this.state.spans.length) return;
    const none = !this.state.none;
    this.move({ none }, none ? tr("Chosen: nothing to mark.") : tr("Nothing is chosen."));
  }

  nudge(atEnd, by) {
    const pick = this.selected ?? this.pick;
    const span = pick && this.places.nudged(pick, atEnd, by);
    if (!span) return;
    getSelection()?.removeAllRanges();
    this.picked(span, { current: this.current });
  }

  move(change, words) {
    this.told = "";
    this.state = states.step(this.state, change);
    this.refresh();
    this.changed();
    this.say(words);
  }

  tell(words) {
    this.told = words;
    this.refresh();
    this.say(words);
  }

  undo() {
    Object.assign(this, { state: states.undo(this.state), current: null, told: "" });
    this.refresh();
    this.changed();
    this.say(tr("Undone."));
  }

  /* Keys in the text: they select words. */
  inText(event) {
    const { key, shiftKey, altKey } = event;
    const far = event.ctrlKey || event.metaKey || altKey;
    const by = stepOf(key, this.box);
    if (by && !this.places.byWords && shiftKey !== far) this.byCharacter(by, shiftKey);
    else if (by && !(far && this.places.byWords)) this.toWord(this.head + by, shiftKey);
    else if (far) return false;
    else if (key === "ArrowUp" || key === "ArrowDown") this.toWord(this.onLine(key === "ArrowDown" ? 1 : -1), shiftKey);
    else if (key === "PageUp" || key === "PageDown")
      this.toWord(this.onLine(key === "PageDown" ? PAGE_LINES : -PAGE_LINES), shiftKey);
    else if (key === "Home" || key === "End") this.toWord(key === "Home" ? 0 : Infinity, shiftKey);
    else if (key === "Escape" && this.pick) this.picked(null);
    else return false;
    return true;
  }

  onLine(by) {
    return this.drawing.onLine(Math.max(this.head, 0), by);
  }

  toWord(word, extend) {
    const last = this.places.words.length - 1;
    const to = Math.min(Math.max(word, 0), last);
    if (extend && this.pick) this.extend(to);
    else this.picked(this.places.ofWords(to, to));
    this.seePick();
  }

  /* With shift the end of the selection, else the next character. */
  byCharacter(by, extend) {
    const [begin, end] = this.pick ?? [0, 0];
    const span =
      extend && this.pick ? this.places.nudged(this.pick, true, by) : beside(begin, end, by, this.places.length);
    if (span) this.picked(span, { current: extend ? this.current : null });
    this.seePick();
  }

  seePick() {
    const marks = this.box.querySelectorAll(".span-pick");
    marks[this.head > this.anchor ? marks.length - 1 : 0]?.scrollIntoView({ block: "nearest" });
  }

  /* From the selection, wrapping around. */
  jump(by) {
    const { spans } = this.state;
    if (!spans.length) return;
    const at = spans.indexOf(this.current);
    const from = this.pick?.[0] ?? -1;
    const beyond = by > 0 ? spans.findIndex(([a]) => a > from) : spans.findLastIndex(([a]) => a < from);
    const next = at >= 0 ? at + by : beyond < 0 ? (by > 0 ? 0 : -1) : beyond;
    this.choose(spans.at(next % spans.length));
  }

  /* Keys that work regardless of the focus. */
  key({ key }) {
    const pressed = key.toLowerCase();
    const label = this.item.labels.findIndex((one) => one.key === pressed);
    const acts = {
      delete: () => this.remove(),
      backspace: () => this.remove(),
      n: () => this.jump(1),
      p: () => this.jump(-1),
      0: () => this.setNone(),
    };
    if (label >= 0) this.label(label);
    else acts[pressed]?.();
    return label >= 0 || pressed in acts;
  }

  /* The interface that all schemes' editors share. */
  face() {
    const editor = this;
    return {
      get missing() {
        const { spans, none } = editor.state;
        if (spans.length || none) return null;
        return { why: tr("Mark words with a label first, or choose “Nothing to mark”."), at: editor.box };
      },
      get action() {
        return [tr("Mark words, or choose “Nothing to mark”")];
      },
      get form() {
        return states.written(editor.state, editor.places, editor.item.labels);
      },
      get payload() {
        return { spans: editor.state.spans };
      },
      get draft() {
        return editor.state;
      },
      get canUndo() {
        return editor.state.past.length > 0;
      },
      undo: () => editor.undo(),
      key: (event) => editor.key(event),
      focus: () => editor.box.focus({ preventScroll: true }),
    };
  }
}

function beside(begin, end, by, length) {
  const at = by > 0 ? Math.min(end, length - 1) : Math.max(begin - 1, 0);
  return [at, at + 1];
}
