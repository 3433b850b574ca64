/* Drafts, and answers on their way: both stay in this browser until the server has acknowledged.
   An answer keeps one submission id for all its attempts, so it is stored once. */

import { tr } from "./speak.js";
import { drop, keep, keysUnder, read } from "./store.js";

const PATIENCE_MS = 15_000;
const LONGEST_NAMED = 60;
const WORTH_ANOTHER_TRY = new Set([408, 425, 429]);

export class Outbox {
  constructor({ campaign, worker, links }) {
    this.drafts = `midpath:draft:${campaign}:`;
    this.times = `midpath:time:${campaign}:`;
    this.waiting = `midpath:outbox:${campaign}:${worker}:`;
    this.done = `midpath:done:${campaign}`;
    this.told = `midpath:told:${campaign}`;
    this.links = links;
  }

  draft(assignment) {
    return read(this.drafts + assignment);
  }

  keepDraft(assignment, draft) {
    keep(this.drafts + assignment, draft);
  }

  time(assignment) {
    return read(this.times + assignment);
  }

  keepTime(assignment, time) {
    keep(this.times + assignment, time);
  }

  entry(assignment) {
    return read(this.waiting + assignment);
  }

  entries() {
    return keysUnder(this.waiting).map(read).filter(Boolean);
  }

  /* A message for the next page, shown once. */
  tellLater(words) {
    if (words) keep(this.told, words);
  }

  toldEarlier() {
    const words = read(this.told) ?? "";
    drop(this.told);
    return words;
  }

  /* `time` is sent with the answer, not inside it. */
  put(assignment, payload, text, time) {
    const entry = { assignment, payload, text, time, submission_id: newId() };
    keep(this.waiting + assignment, entry);
    return entry;
  }

  /* One attempt. `kind` is kept, waiting, signed-out or refused. */
  async send(entry) {
    let answer = await this.post(entry);
    if (answer.status === 403 && !answer.body) {
      await fetch(this.links.hit).catch(() => null); // a page brings a new CSRF cookie
      answer = await this.post(entry);
    }
    const code = answer.body?.error?.code;
    if (code === "conflict") {
      answer = await this.post(this.put(entry.assignment, entry.payload, entry.text, entry.time));
    }
    return this.settle(entry.assignment, answer);
  }

  settle(assignment, { status, body }) {
    const code = body?.error?.code;
    if (body && (status < 300 || code === "already_submitted")) {
      drop(this.waiting + assignment);
      drop(this.drafts + assignment);
      drop(this.times + assignment);
      keep(this.done, assignment);
      return { kind: "kept", ...body };
    }
    if (code === "not_joined") return { kind: "signed-out", ...body };
    if (!status || status >= 500 || WORTH_ANOTHER_TRY.has(status) || (status < 400 && !body)) {
      return { kind: "waiting" };
    }
    drop(this.waiting + assignment); // the draft stays
    return { kind: "refused", message: body?.error?.message };
  }

  async post({ assignment, payload, submission_id, time }) {
    try {
      const response = await fetch(`${this.links.hit}${assignment}/submit/`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
        body: JSON.stringify({ submission_id, payload, ...time }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return { status: response.status, body: await response.json().catch(() => null) };
    } catch {
      return { status: 0, body: null };
    }
  }
}

/* The message about a late answer; empty if none is needed. */
export function afterword(entry, outcome) {
  const text = shortened(entry.text);
  if (outcome.error) return outcome.error.message;
  if (!outcome.receipt.late) return "";
  return outcome.receipt.counts
    ? tr("Your answer to “{text}” was late, but no one else had received the task, so it counts.", { text })
    : tr(
        "Your answer to “{text}” was late: someone else had already received the task, or you had received another one. It is saved, but it does not count and is not paid.",
        { text },
      );
}

function shortened(text) {
  const characters = [...text];
  return characters.length <= LONGEST_NAMED ? text : `${characters.slice(0, LONGEST_NAMED).join("").trimEnd()} …`;
}

function csrfToken() {
  const found = document.cookie.match(/(?:^|; )csrftoken=([^;]*)/);
  return found ? decodeURIComponent(found[1]) : "";
}

/* randomUUID is missing without HTTPS. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
