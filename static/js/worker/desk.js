/* What every scheme's page shares: drafts, sending, the clock, progress, keys.

   `#tools`, in reach at the foot of a phone, is a scheme's own to fill, anew for each task.
   A scheme's module exports mount(surface, item, {draft, changed, say}), which answers an editor:
   form, action (the primary button's words, every second piece from the text), payload, draft and
   canUndo say where it stands; missing, while anything is, what is still to be done: why in words,
   `at` what has the focus then, `within` what has to be seen of it (without it, the same).
   undo(), restart() (if it has one), key(event) and focus() move it; act(), while there is one, is
   the next step of the work, which the primary button and Enter then take. draftOf(payload, item)
   answers the draft of an answer that was given, for whoever goes on from it.

   In practice the answer is checked. A page with a form #keep sends the answer by that form. */

import { Attention } from "./attention.js";
import { Clock } from "./clock.js";
import { measureEdges, newQuestion, watchEdges } from "./edges.js";
import { watchKeyboard } from "./keyboard.js";
import { withLookUp } from "./look_up.js";
import { prepareForOffline } from "./offline.js";
import { afterword, Outbox } from "./outbox.js";
import { closeMenu, part, say, showNotice, showProgress, showStatus, showVerdict } from "./page.js";
import { tr } from "./speak.js";

const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
const SLOW_MS = 1_500;
const PRESSED = "button, a, summary";
const PRESSED_BY = new Set([" ", "Enter"]);

history.scrollRestoration = "manual"; // a task opens at its top, after a reload too

class Desk {
  constructor(data, scheme) {
    Object.assign(this, { data, scheme, attempts: 0 });
    this.outbox = new Outbox(data);
    this.attention = new Attention();
    this.clock =
      part("clock") &&
      new Clock(part("clock"), {
        short: () => say(tr("One minute left.")),
        over: () => this.timeIsUp(),
      });
    watchEdges();
    watchKeyboard();
    part("desk").addEventListener("keydown", (event) => this.key(event));
    part("desk").addEventListener("click", ({ detail, target }) => {
      this.clicked = detail && target.closest(PRESSED);
    });
    part("desk").addEventListener("focusout", () => {
      this.clicked = null;
    });
    part("primary").addEventListener("click", (event) => this.primary(event));
    part("go-on").addEventListener("click", () => this.goOn());
    part("undo").addEventListener("click", () => this.undo());
    part("restart").addEventListener("click", () => this.act(() => this.editor.restart?.()));
    window.addEventListener("online", () => this.pending && this.send());
    window.addEventListener("storage", (event) => this.elsewhere(event));
    part("return")?.addEventListener("reset", closeMenu);
    part("return")?.addEventListener("keydown", ({ key }) => key === "Escape" && closeMenu());
  }

  show(hit) {
    this.hit = hit;
    this.busy = this.locked = false;
    part("surface").replaceChildren();
    part("tools").replaceChildren();
    const draft = this.data.preview ? this.given(hit) : (this.outbox.draft(hit.assignment) ?? this.suggested(hit));
    const given = { draft, changed: () => this.changed(), say };
    this.editor = withLookUp(this.scheme.mount(part("surface"), hit.item, given), hit.item, given);
    part("suggested").hidden = !hit.suggestion;
    if (hit.suggestion) say(`${part("said").textContent} ${part("suggested").textContent.trim()}`);
    const form = part("return")?.querySelector("form");
    form?.setAttribute("action", form.dataset.action.replace("/0/", `/${hit.assignment}/`));
    newQuestion();
    this.refresh();
    this.opened = JSON.stringify(this.editor.draft);
    this.attend();
    this.clock?.set(hit.seconds);
    if (self === top) this.editor.focus(); // in a frame, it would take the focus from the page around it
    scrollTo(0, 0);
  }

  /* Start from an earlier answer. */
  given({ item }) {
    return this.data.start ? this.scheme.draftOf(this.data.start, item) : null;
  }

  /* Start from a suggested answer, until the worker has a draft of their own. */
  suggested({ suggestion, item }) {
    return suggestion ? this.scheme.draftOf(suggestion, item) : null;
  }

  /* A preview stores neither times nor drafts. */
  attend() {
    const { assignment } = this.hit;
    if (this.data.preview) return;
    this.attention.open(
      () => this.outbox.time(assignment),
      (time) => this.outbox.keepTime(assignment, time),
    );
  }

  changed() {
    if (this.asked) this.asked = this.notice("");
    if (!this.data.preview) {
      this.outbox.keepDraft(this.hit.assignment, this.editor.draft);
      if (this.attention.first === null && JSON.stringify(this.editor.draft) !== this.opened) this.attention.act();
    }
    this.refresh();
  }

  refresh() {
    const { form, missing, action, act, canUndo, restart } = this.editor;
    const [locked, busy] = [Boolean(this.locked), Boolean(this.busy)];
    const words = missing ? action : [this.sends()];
    showStatus({ form, words, incomplete: Boolean(missing && !act), canUndo, restart, locked, busy });
  }

  sends() {
    return this.data.keep ?? (this.data.practice ? tr("Check my answer") : tr("Submit, next"));
  }

  act(change) {
    if (!this.busy) change();
  }

  undo() {
    this.act(() => this.editor.canUndo && this.editor.undo());
  }

  /* The second click of a double click is not meant for the next task. */
  primary({ detail }) {
    const meant = detail < 2 || this.pressedOn === this.hit;
    this.pressedOn = this.hit;
    if (meant) this.act(() => this.enter());
  }

  key(event) {
    const plain = !event.altKey && !event.shiftKey && !event.ctrlKey && !event.metaKey;
    const undoing = event.key.toLowerCase() === "z" && !event.altKey && !event.shiftKey;
    let taken = undoing;
    if (undoing) this.undo();
    else if (!plain || event.isComposing || this.pressesItself(event)) return;
    else if (event.key === "Enter") {
      taken = true;
      if (!event.repeat) this.act(() => this.enter()); // held down, it would run on into the next task
    } else {
      this.act(() => {
        taken = this.editor.key(event);
      });
    }
    if (taken) event.preventDefault();
  }

  /* Buttons and links have these keys to themselves; but those that the work is made of have not, and
     after a click into the work Enter is the desk's. */
  pressesItself({ key, target }) {
    const pressed = PRESSED_BY.has(key) && target.closest(PRESSED);
    if (!pressed || !part("surface").contains(pressed)) return Boolean(pressed);
    return pressed !== this.clicked && !pressed.closest("[data-keys]");
  }

  enter() {
    const { missing, act } = this.editor;
    if (!missing) this.submit();
    else if (act) act();
    else this.goTo(missing);
  }

  /* Remove the focus first: leaving a field may change something, which clears the notice. */
  goTo({ why, at, within = at }) {
    at.focus({ preventScroll: true });
    this.notice(why);
    this.asked = why;
    say(why);
    measureEdges();
    within.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  submit() {
    const form = part("keep");
    if (form) {
      form.elements.payload.value = JSON.stringify(this.editor.payload);
      form.requestSubmit();
      return;
    }
    if (this.data.preview) {
      this.notice(tr("This is a preview: nothing is stored."));
      return;
    }
    const text = this.hit.item.words?.join(this.hit.item.spaced ? " " : "") ?? this.hit.item.text;
    const { assignment } = this.hit;
    const time = this.attention.close();
    this.pending = this.outbox.entry(assignment) ?? this.outbox.put(assignment, this.editor.payload, text, time);
    this.notice("");
    this.send();
  }

  async send() {
    if (this.sending) return;
    clearTimeout(this.retry);
    this.sending = this.busy = true;
    this.refresh();
    const slow = setTimeout(() => this.slow(), SLOW_MS);
    const outcome = await this.outbox.send(this.pending);
    clearTimeout(slow);
    this.sending = false;
    this[outcome.kind === "kept" ? "kept" : outcome.kind === "waiting" ? "wait" : "stop"](outcome);
  }

  kept(outcome) {
    const words = afterword(this.pending, outcome);
    this.attention.end();
    this.pending = null;
    this.attempts = 0;
    this.notice(words);
    showProgress(outcome.progress);
    this.onward = { ...outcome, words, at: Date.now() };
    const feedback = outcome.receipt?.feedback;
    if (!feedback) return this.goOn();
    this.lock();
    showVerdict(feedback);
  }

  goOn() {
    const { hit, progress, words, at, over } = this.onward;
    part("feedback").hidden = true;
    if (!hit && over?.retry_after) {
      this.lock();
      this.notice(`${words} ${tr("You are fast! The next task opens automatically in a moment.")}`.trim());
      setTimeout(() => part("next").requestSubmit(), over.retry_after * 1_000);
    } else if (!hit) {
      this.outbox.tellLater(words);
      location.assign(this.data.links.done);
    } else {
      say(tr("Saved. {progress}.", { progress: progress.words }));
      this.show({ ...hit, seconds: Math.max(hit.seconds - (Date.now() - at) / 1000, 0) });
    }
  }

  slow() {
    if (this.attempts === 0) this.notice(tr("Sending … Your answer is saved in this browser until it has arrived."));
  }

  wait() {
    this.lock();
    const pause = PAUSES_MS[Math.min(this.attempts++, PAUSES_MS.length - 1)];
    this.retry = setTimeout(() => this.send(), pause);
    this.notice(
      navigator.onLine
        ? tr("The server does not respond. Your answer is saved in this browser and will be sent.")
        : tr("You are offline. Your answer is saved in this browser and will be sent."),
      tr("Send now"),
      () => this.send(),
    );
  }

  stop({ kind, error, message, join }) {
    this.pending = null;
    this.busy = this.locked = false;
    this.refresh();
    this.attend();
    if (kind === "signed-out") {
      this.notice(error.message, tr("Join again"), () => location.assign(join));
    } else {
      const why = message ?? tr("The server did not accept this answer.");
      this.notice(`${why} ${tr("It is saved in this browser.")}`, tr("Reload"), () => location.reload());
    }
  }

  /* Deliver the answers of earlier visits first. */
  async deliverWaiting() {
    for (const entry of this.outbox.entries()) {
      if (entry.assignment === this.hit.assignment) {
        this.pending = entry;
        await this.send();
        continue;
      }
      const outcome = await this.outbox.send(entry);
      if (outcome.kind !== "kept") continue;
      this.notice(afterword(entry, outcome));
      showProgress(outcome.progress);
      if (outcome.hit && outcome.hit.assignment !== this.hit.assignment) this.show(outcome.hit);
    }
  }

  elsewhere({ key, newValue }) {
    if (key !== this.outbox.done || Number(newValue) !== this.hit.assignment || this.pending) return;
    this.busy = true;
    this.attention.end();
    this.lock();
    this.notice(tr("You have submitted this task in another tab."), tr("Continue"), () => location.reload());
  }

  notice(words, label = "", act = null) {
    showNotice(words, label, act, this.editor);
  }

  lock() {
    this.locked = true;
    this.refresh();
  }

  timeIsUp() {
    if (this.pending) return;
    this.notice(
      tr(
        "The time for this task has run out. You can still submit: your answer counts if no one else has received the task.",
      ),
      this.data.preview ? "" : tr("Take the next task instead"),
      () => part("next").requestSubmit(),
    );
  }
}

const data = JSON.parse(part("desk-data").textContent);
const desk = new Desk(data, await import(data.script));
desk.show(data.hit);
prepareForOffline(data.links);
if (!data.preview) await desk.deliverWaiting();
