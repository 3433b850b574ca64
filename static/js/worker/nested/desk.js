/* Nested segmentation: join two neighbours at a time, or several, until one tree is left. Which ones is
   for the worker to choose each time: nothing is chosen at first, nor after a join (decision 14). Where
   groups have labels, the worker chooses one after each join. */

import { element } from "../elements.js";
import { pieces, tr, trn } from "../speak.js";
import { labelBar } from "./group_labels.js";
import { groups, partsAt } from "./groups.js";
import { movedTo, pickedWith, reachedWith } from "./moves.js";
import { form, nameOf, sidesOf } from "./names.js";
import { openOverview } from "./overview.js";
import { watchTree } from "./seen.js";
import * as states from "./state.js";
import { build, measure, point, show } from "./view.js";

export { drawExample, stageOf } from "./example.js";
export { draftOf } from "./state.js";

const CHOOSE = tr("Choose a + first. It joins the two parts next to it.");
const CHOOSE_SEVERAL = tr("Choose a + first, or several in a row. They join the parts next to them.");
const LOOK = tr("Look at the whole tree first.");
const NAME = tr("Choose a label for the new group.");
const FINGERS = new Set(["touch", "pen"]);
let shown = new AbortController();

export function mount(surface, item, { draft, changed, say }) {
  shown.abort();
  shown = new AbortController();
  return new Editor(surface, item, draft, { changed, say, signal: shown.signal }).face();
}

class Editor {
  constructor(surface, item, draft, { changed, say, signal }) {
    const { words, labels = [], parts } = item;
    Object.assign(this, { item, words, labels, several: parts === "many", changed, say });
    Object.assign(this, { chosen: [], end: null, pointed: null, width: 0 }); // end: the + that moves
    this.state = states.restore(draft, item);
    this.view = build(item);
    this.bar = labels.length ? labelBar(labels, (at) => this.label(at), signal) : null;
    this.tree = watchTree(this.view, { tell: changed, signal });
    this.place(surface, signal);
    for (const [at, plus] of this.view.pluses.entries()) this.listen(plus, at);
    const resized = new ResizeObserver(() => this.fit());
    resized.observe(this.view.box);
    signal.addEventListener("abort", () => resized.disconnect());
    this.fit();
  }

  place(surface, signal) {
    const { box } = this.view;
    Object.assign(box, { tabIndex: 0, role: "group" });
    box.dataset.keys = "work";
    box.setAttribute("aria-labelledby", "question");
    box.setAttribute("aria-describedby", "nested-keys");
    box.addEventListener("keydown", (event) => this.reach(event), { signal });
    surface.append(box);
    this.overview = element("button", "", {
      type: "button",
      textContent: tr("Show the tree"),
    });
    this.overview.onclick = () => {
      openOverview(surface, { words: this.words, labels: this.view.labels, found: this.found, from: box });
    };
    document.getElementById("undo").after(this.overview);
    signal.addEventListener("abort", () => this.overview.remove());
  }

  /* A finger chooses first, and joins by a second tap or the large button: it hides what it touches, and
     a join moves the words below it. A mouse is shown what it points at, and joins at once, unless several
     may be joined. A browser whose clicks do not tell what made them told it when it was pressed. */
  listen(plus, at) {
    plus.addEventListener("pointerdown", ({ pointerType }) => {
      this.pressedBy = pointerType;
    });
    plus.addEventListener("click", ({ pointerType = this.pressedBy, shiftKey }) => {
      if (this.several) this.pick(at, shiftKey);
      else if (FINGERS.has(pointerType) && this.end !== at) this.touch(at);
      else this.add([at]);
    });
    plus.addEventListener("pointerenter", ({ pointerType }) => {
      if (pointerType === "mouse") this.pointAt(at);
    });
    plus.addEventListener("pointerleave", () => this.pointAt(null));
  }

  get open() {
    return this.found.slice(0, -1).map((group) => group.last);
  }

  /* The group whose label is still to be chosen. */
  get nameless() {
    const last = this.state.joins.at(-1);
    return last?.label === null ? this.found.find((group) => group.boundaries === last.at) : null;
  }

  named(boundaries) {
    return partsAt(this.found, boundaries)
      .map((group) => nameOf(this.words, group, this.view.labels))
      .join(" + ");
  }

  fit() {
    const { clientWidth } = this.view.box;
    if (clientWidth === this.width) return;
    const before = this.width;
    this.width = clientWidth;
    const focused = document.activeElement;
    measure(this.view);
    this.overview.hidden = this.view.drawn;
    this.refresh();
    if (this.view.pluses.includes(focused)) focused.focus({ preventScroll: true });
    if (before) this.changed();
  }

  refresh() {
    this.found = groups(this.words.length, this.state.joins);
    const { open, view, nameless } = this;
    for (const [at, plus] of view.pluses.entries()) {
      const joined = !open.includes(at);
      plus.classList.toggle("joined", joined);
      plus.disabled = joined || Boolean(nameless);
      plus.setAttribute("aria-label", joined ? tr("Joined") : tr("Join {pair}", { pair: this.named([at]) }));
    }
    this.bar?.show(nameless ? nameOf(this.words, { ...nameless, label: undefined }, view.labels) : "");
    this.view.box.classList.toggle("whole", !open.length);
    show(view, this.found);
    this.mark();
    this.tree.note(!open.length);
  }

  /* Highlight the chosen +, and the two that it (or the one under the mouse) would join. */
  mark() {
    for (const [at, plus] of this.view.pluses.entries()) {
      plus.classList.toggle("chosen", this.chosen.includes(at));
      if (this.several) plus.setAttribute("aria-pressed", String(this.chosen.includes(at)));
      plus.tabIndex = at === this.end ? 0 : -1;
    }
    const pointed = this.pointed === null || this.chosen.length > 1 ? this.chosen : [this.pointed];
    point(this.view, this.found, pointed);
  }

  move(next) {
    Object.assign(this, { state: next, chosen: [], end: null, pointed: null });
    this.refresh();
    this.view.box.focus({ preventScroll: true });
    this.changed();
  }

  choose(end, chosen = [end]) {
    Object.assign(this, { chosen, end });
    this.mark();
    const plus = this.view.pluses[end];
    plus.focus({ preventScroll: true });
    plus.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.changed();
  }

  touch(boundary) {
    this.choose(boundary);
    this.say(tr("Chosen: {pair}. Tap it again to join them.", { pair: this.named([boundary]) }));
  }

  /* A second tap on a single + joins; the + next to those chosen adds to them. */
  pick(boundary, reach) {
    const { open, chosen, end } = this;
    if (chosen.length === 1 && end === boundary && !reach) this.add(chosen);
    else this.grow(...pickedWith(boundary, { open, chosen, reach }));
  }

  grow(end, chosen) {
    this.choose(end, chosen);
    this.say(tr("Chosen: {parts}.", { parts: this.named(chosen) }));
  }

  pointAt(boundary) {
    this.pointed = boundary;
    if (this.view.box.isConnected) this.mark();
  }

  add(at) {
    const joined = this.named(at);
    const plain = !this.several && !this.bar;
    this.move(states.join(this.state, plain ? at[0] : this.bar ? { at, label: null } : { at }));
    this.reveal(this.found.find((group) => group.first <= at[0] && at[0] < group.last));
    if (this.bar) this.say(tr("Joined {pair}. Choose a label for it.", { pair: joined }));
    else this.report(joined);
  }

  label(at) {
    const labelled = this.nameless;
    if (!labelled) return;
    this.move(states.label(this.state, at));
    this.report(nameOf(this.words, { ...labelled, label: at }, this.view.labels));
  }

  report(joined) {
    const left = this.found.length;
    this.say(
      left === 1
        ? tr("Joined {pair}. One tree is left: ready to submit.", { pair: joined })
        : trn("Joined {pair}. {count} group left.", "Joined {pair}. {count} groups left.", left, { pair: joined }),
    );
  }

  /* Scroll the new group and the next + into view; a complete tree from its start. */
  reveal(group) {
    if (this.view.drawn) return;
    const cell = this.view.shown.get(group).parentElement;
    const high = cell.offsetHeight > innerHeight / 2;
    const next = high && cell.querySelector(":scope > .plus");
    (next || cell).scrollIntoView({ block: high && !next ? "start" : "nearest" });
  }

  key({ key }) {
    const { open, view } = this;
    if (this.nameless) return this.nameBy(key);
    if (!open.length) return false;
    const to = movedTo(key, { open, chosen: this.end, view });
    if (to !== null) this.choose(to);
    else if (key !== " ") return false;
    else if (!this.chosen.length) this.say(this.hint);
    else this.add(this.chosen);
    return true;
  }

  nameBy(key) {
    const at = this.bar.at(key);
    if (at >= 0) this.label(at);
    return at >= 0;
  }

  /* With shift, an arrow chooses one more + or one less. */
  reach(event) {
    if (!event.shiftKey || !this.several || this.nameless || this.end === null) return;
    const reached = reachedWith(event.key, this);
    if (!reached) return;
    event.preventDefault();
    this.grow(...reached);
  }

  get hint() {
    return this.several ? CHOOSE_SEVERAL : CHOOSE;
  }

  get missing() {
    const { box } = this.view;
    if (this.nameless) return { why: NAME, at: this.bar.first, within: this.bar.first };
    if (this.open.length) return { why: this.hint, at: this.view.pluses[this.end] ?? box, within: box };
    return this.tree.first && { why: LOOK, at: box, within: this.tree.first };
  }

  get action() {
    if (this.nameless) return [tr("Choose a label")];
    if (!this.open.length) return [tr("See the rest of the tree")];
    if (!this.chosen.length) return [tr("Choose a +")];
    const parts = partsAt(this.found, this.chosen);
    const [left, right] = sidesOf(this.item, [parts[0], parts.at(-1)]);
    if (parts.length > 2) {
      return pieces(tr("Join “{left}” to “{right}”", { left: "{left}", right: "{right}" }), { left, right });
    }
    return pieces(tr("Join “{left}” + “{right}”", { left: "{left}", right: "{right}" }), { left, right });
  }

  /* The next step of the large button and Enter, if the worker has chosen one. */
  get act() {
    if (this.nameless) return null;
    if (!this.open.length) return () => this.tree.showNext();
    return this.chosen.length ? () => this.add(this.chosen) : null;
  }

  undo() {
    const last = this.state.joins.at(-1);
    this.move(states.undo(this.state));
    const back = this.view.pluses[last?.at?.[0] ?? last];
    if (back && !back.disabled) back.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.say(tr("Undone."));
  }

  restart() {
    if (!this.state.joins.length) return;
    this.move(states.restart(this.state));
    this.say(tr("Started again. Undo restores the tree."));
  }

  get boundaries() {
    const [{ length }, { joins }] = [this.words, this.state];
    return [...states.heights(length, joins), ...(this.bar ? states.labels(length, joins) : [])];
  }

  face() {
    const editor = this;
    return {
      get missing() {
        return editor.missing;
      },
      get action() {
        return editor.action;
      },
      get act() {
        return editor.act;
      },
      get form() {
        return form(editor.words, editor.state.joins, editor.view.labels);
      },
      get payload() {
        return { boundaries: editor.boundaries };
      },
      get draft() {
        return editor.state;
      },
      get canUndo() {
        return editor.state.past.length > 0;
      },
      undo: () => this.undo(),
      restart: () => this.restart(),
      key: (event) => this.key(event),
      focus: () => this.view.box.focus({ preventScroll: true }),
    };
  }
}
