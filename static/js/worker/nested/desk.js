/* Nested segmentation: join two neighbours at a time until one tree is left. Which two is for the worker
   to choose each time: nothing is chosen at first, nor after a join (decision 14). */

import { element } from "../elements.js";
import { pieces, tr, trn } from "../speak.js";
import { groups } from "./groups.js";
import { movedTo } from "./moves.js";
import { form, nameOf, sidesOf } from "./names.js";
import { openOverview } from "./overview.js";
import { watchTree } from "./seen.js";
import * as states from "./state.js";
import { build, measure, point, show } from "./view.js";

export { drawExample } from "./example.js";
export { draftOf } from "./state.js";

const CHOOSE = tr("Choose a + first. It joins the two parts next to it.");
const LOOK = tr("Look at the whole tree first.");
const FINGERS = new Set(["touch", "pen"]);
let shown = new AbortController();

export function mount(surface, item, { draft, changed, say }) {
  shown.abort();
  shown = new AbortController();
  return new Editor(surface, item, draft, { changed, say, signal: shown.signal }).face();
}

class Editor {
  constructor(surface, item, draft, { changed, say, signal }) {
    Object.assign(this, { item, words: item.words, changed, say });
    [this.chosen, this.pointed, this.width] = [null, null, 0];
    this.state = states.restore(draft, this.words.length);
    this.view = build(item);
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
    surface.append(box);
    this.overview = element("button", "", {
      type: "button",
      textContent: tr("Show the tree"),
    });
    this.overview.onclick = () => openOverview(surface, { words: this.words, found: this.found, from: box });
    document.getElementById("undo").after(this.overview);
    signal.addEventListener("abort", () => this.overview.remove());
  }

  /* A finger chooses first, and joins by a second tap or the large button: it hides what it touches, and
     a join moves the words below it. A mouse is shown what it points at, and joins at once. A browser
     whose clicks do not tell what made them has told it when it was pressed. */
  listen(plus, at) {
    plus.addEventListener("pointerdown", ({ pointerType }) => {
      this.pressedBy = pointerType;
    });
    plus.addEventListener("click", ({ pointerType = this.pressedBy }) => {
      if (FINGERS.has(pointerType) && this.chosen !== at) this.touch(at);
      else this.add(at);
    });
    plus.addEventListener("pointerenter", ({ pointerType }) => {
      if (pointerType === "mouse") this.pointAt(at);
    });
    plus.addEventListener("pointerleave", () => this.pointAt(null));
  }

  get open() {
    return this.found.slice(0, -1).map((group) => group.last);
  }

  pair(boundary) {
    const { found } = this;
    const at = found.findIndex((group) => group.last === boundary);
    return at < 0 ? null : found.slice(at, at + 2);
  }

  named(boundary) {
    return this.pair(boundary)
      .map((group) => nameOf(this.words, group))
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
    const { open, view } = this;
    for (const [at, plus] of view.pluses.entries()) {
      const joined = !open.includes(at);
      plus.classList.toggle("joined", joined);
      plus.disabled = joined;
      plus.setAttribute("aria-label", joined ? tr("Joined") : tr("Join {pair}", { pair: this.named(at) }));
    }
    this.view.box.classList.toggle("whole", !open.length);
    show(view, this.found);
    this.mark();
    this.tree.note(!open.length);
  }

  /* Highlight the chosen +, and the two that it (or the one under the mouse) would join. */
  mark() {
    for (const [at, plus] of this.view.pluses.entries()) {
      plus.classList.toggle("chosen", at === this.chosen);
      plus.tabIndex = at === this.chosen ? 0 : -1;
    }
    point(this.view, this.found, this.pointed ?? this.chosen);
  }

  move(next) {
    [this.state, this.chosen, this.pointed] = [next, null, null];
    this.refresh();
    this.view.box.focus({ preventScroll: true });
    this.changed();
  }

  choose(boundary) {
    this.chosen = boundary;
    this.mark();
    const plus = this.view.pluses[boundary];
    plus.focus({ preventScroll: true });
    plus.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.changed();
  }

  touch(boundary) {
    this.choose(boundary);
    this.say(tr("Chosen: {pair}. Tap it again to join them.", { pair: this.named(boundary) }));
  }

  pointAt(boundary) {
    this.pointed = boundary;
    if (this.view.box.isConnected) this.mark();
  }

  add(boundary) {
    const joined = this.named(boundary);
    this.move(states.join(this.state, boundary));
    const { found } = this;
    const left = found.length;
    this.reveal(found.find((group) => group.first <= boundary && boundary < group.last));
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
    if (!open.length) return false;
    const to = movedTo(key, { open, chosen: this.chosen, view });
    if (to !== null) this.choose(to);
    else if (key !== " ") return false;
    else if (this.chosen === null) this.say(CHOOSE);
    else this.add(this.chosen);
    return true;
  }

  get missing() {
    const { box } = this.view;
    if (this.open.length) return { why: CHOOSE, at: this.view.pluses[this.chosen] ?? box, within: box };
    return this.tree.first && { why: LOOK, at: box, within: this.tree.first };
  }

  get action() {
    if (!this.open.length) return [tr("See the rest of the tree")];
    if (this.chosen === null) return [tr("Choose a +")];
    const [left, right] = sidesOf(this.item, this.pair(this.chosen));
    return pieces(tr("Join “{left}” + “{right}”", { left: "{left}", right: "{right}" }), { left, right });
  }

  /* The next step of the large button and Enter, if the worker has chosen one. */
  get act() {
    if (!this.open.length) return () => this.tree.showNext();
    return this.chosen === null ? null : () => this.add(this.chosen);
  }

  undo() {
    const last = this.state.joins.at(-1);
    this.move(states.undo(this.state));
    const back = this.view.pluses[last];
    if (back && !back.disabled) back.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.say(tr("Undone."));
  }

  restart() {
    if (!this.state.joins.length) return;
    this.move(states.restart(this.state));
    this.say(tr("Started again. Undo restores the tree."));
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
        return form(editor.words, editor.state.joins);
      },
      get payload() {
        return { boundaries: states.heights(editor.words.length, editor.state.joins) };
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
