/* How long somebody is at a task: while the page is visible and their last input, or the opening of
   the task, was less than 30 s ago. What docs/metrics/workers.md says of time is this, to the letter.

   `first` is the time on the visible page until the answer was first changed or submitted. Times are
   kept with the draft, so that a reload goes on from them. */

const IDLE_MS = 30_000;
const KEEP_EVERY_MS = 5_000;
const INPUTS = ["pointerdown", "pointermove", "touchmove", "keydown", "wheel", "scroll", "input"];

export class Attention {
  constructor() {
    const heard = { capture: true, passive: true };
    for (const name of INPUTS) addEventListener(name, ({ isTrusted }) => isTrusted && this.hear(), heard);
    document.addEventListener("visibilitychange", () => (document.hidden ? this.rest() : this.wake()));
    addEventListener("pagehide", () => this.rest());
  }

  /* `read` and `keep` load and store this task's times. */
  open(read, keep) {
    this.rest();
    Object.assign(this, { read, keep, active: 0, seen: 0, first: null, since: null });
    if (!document.hidden) this.wake();
    else this.merge();
  }

  /* The answer was changed or is submitted. */
  act() {
    this.settle();
    this.first ??= this.seen;
  }

  /* Return the counted time and stop counting until the task is opened again. */
  close() {
    this.act();
    const { active, first } = this;
    this.rest();
    this.end();
    return { active_ms: Math.round(active), first_action_ms: Math.round(first) };
  }

  /* The task is over: delete its stored times. */
  end() {
    this.keep = null;
  }

  hear() {
    if (!this.keep || document.hidden) return;
    this.settle();
    this.since = this.heard = performance.now();
    if (this.since - (this.keptAt ?? -KEEP_EVERY_MS) >= KEEP_EVERY_MS) this.store();
  }

  wake() {
    if (!this.keep) return;
    this.settle();
    this.merge();
    this.since = this.heard = performance.now();
  }

  rest() {
    if (!this.keep) return;
    this.settle();
    this.since = null;
    this.store();
  }

  /* Add the time since the last count. */
  settle() {
    if (this.since === null) return;
    const now = performance.now();
    this.seen += now - this.since;
    this.active += Math.max(0, Math.min(now, this.heard + IDLE_MS) - this.since);
    this.since = now;
  }

  /* Another tab may have continued the same task. */
  merge() {
    const { active = 0, seen = 0, first = null } = this.read() ?? {};
    this.active = Math.max(this.active, active);
    this.seen = Math.max(this.seen, seen);
    this.first ??= first;
  }

  store() {
    this.keptAt = performance.now();
    const { active, seen, first } = this;
    this.keep({ active, seen, first });
  }
}
