/* Spans of characters: selected by a pointer, or word by word with the arrows. */

import { stepOf } from "../keys.js";
import { tr } from "../speak.js";
import { numberAt } from "./document.js";
import { selectedSpan } from "./places.js";
import { isMarked } from "./state.js";

export class Words {
  constructor(editor) {
    Object.assign(this, { editor, pick: null, at: null, from: null });
    const { box } = editor.view;
    const options = { signal: editor.signal };
    let touched = false;
    box.addEventListener(
      "pointerdown",
      ({ pointerType }) => {
        touched = pointerType === "touch";
      },
      options,
    );
    document.addEventListener("pointerup", () => !touched && this.take(), options);
    document.addEventListener("selectionchange", () => editor.tools.canTake(this.selected()), options);
    box.addEventListener(
      "click",
      ({ target }) => {
        const n = numberAt(target);
        if (n === null || !getSelection().isCollapsed) return;
        editor.go(n);
        if (target.matches("mark.marked")) this.unmark(n, target);
      },
      options,
    );
  }

  selected() {
    const { box, rows } = this.editor.view;
    return selectedSpan(box, rows, this.editor.places, numberAt);
  }

  take() {
    const found = this.selected();
    if (!found) return;
    getSelection().removeAllRanges();
    this.editor.paint(...found, true, tr("Marked."));
  }

  /* The whole clicked span. */
  unmark(n, mark) {
    let before = 0;
    for (let node = mark.previousSibling; node; node = node.previousSibling) before += node.textContent.length;
    const place = this.editor.places.at(n, before);
    const span = this.editor.state.marks.find(([a, b]) => a <= place && b > place);
    if (span) this.editor.paint(...span, false, tr("No longer marked."));
  }

  key(key, extend) {
    const by = stepOf(key, this.editor.view.box);
    if (by) this.move(by, extend);
    else if (key === "Escape" && this.pick) this.clear();
    else return false;
    return true;
  }

  /* Select a word of the cursor's sentence; with shift, extend from there. */
  move(by, extend) {
    const { editor } = this;
    const words = editor.places.words(editor.cursor);
    if (!words.length) return;
    const last = this.at ?? (by > 0 ? -1 : words.length);
    this.at = Math.min(Math.max(last + by, 0), words.length - 1);
    if (!extend || !this.pick) this.from = this.at;
    const [first, end] = [this.from, this.at].sort((a, b) => a - b);
    this.pick = [words[first][0], words[end][1]];
    editor.draw(editor.cursor);
    const [a, b] = this.pick.map((place) => place - editor.places.starts[editor.cursor]);
    editor.say([...editor.view.sentences[editor.cursor]].slice(a, b).join(""));
  }

  press() {
    if (!this.pick) return false;
    const [start, end] = this.pick;
    const on = !isMarked(this.editor.state.marks, start, end);
    this.clear();
    this.editor.paint(start, end, on, on ? tr("Marked.") : tr("No longer marked."));
    return true;
  }

  clear() {
    if (!this.pick) return;
    [this.pick, this.at] = [null, null];
    this.editor.draw(this.editor.cursor);
  }
}
