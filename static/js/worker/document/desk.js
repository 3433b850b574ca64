/* A site's policy, copied: its address, its date, its text, its main headings. The headings are
   looked for in the text at once, by the server's rule; the field that holds them is `subtitles`. */

import { element } from "../elements.js";
import { pieces, tr, trn } from "../speak.js";

const MOST_PAST = 20;
/* An on-screen keyboard would cover the website, which is opened first. */
const SITE_FIRST = matchMedia("(pointer: coarse)");
const FIELDS = ["url", "said", "date", "text", "subtitles"];
const MISSING = {
  url: tr("Copy the address of the document first."),
  text: tr("Copy the text of the document first."),
};
const ACTIONS = {
  url: tr("Copy the address of the document"),
  text: tr("Copy the text of the document"),
  subtitles: tr("Check the headings"),
};

export function alike(line) {
  return line.normalize("NFC").toLowerCase().split(/\s+/u).filter(Boolean).join(" ").replace(/:$/u, "").trimEnd();
}

export const linesOf = (text) => text.split(/\r\n|\n|\r/u).filter((line) => line.trim());

/* The headings that are not a line of the text. */
export function strangers(subtitles, text) {
  const lines = new Set(linesOf(text).map(alike));
  return linesOf(subtitles).filter((one) => !lines.has(alike(one)));
}

function trouble({ url, text, subtitles }) {
  if (!/^https?:\/\/[^\s/]+\S*$/u.test(url.trim()))
    return {
      name: "url",
      why: url.trim() ? tr("This is not a web address. Copy the whole address, starting with https://.") : MISSING.url,
    };
  if (!text.trim()) return { name: "text", why: MISSING.text };
  const unknown = strangers(subtitles, text);
  if (unknown.length)
    return {
      name: "subtitles",
      why: tr("The text has no line “{line}”. Copy the heading exactly.", { line: unknown[0].trim().slice(0, 80) }),
    };
  const seen = linesOf(subtitles).map(alike);
  const twice = seen.findIndex((one, at) => seen.indexOf(one) !== at);
  if (twice >= 0)
    return {
      name: "subtitles",
      why: tr("“{line}” appears twice. Remove one of them.", { line: linesOf(subtitles)[twice].trim().slice(0, 80) }),
    };
  return null;
}

/* The draft of an earlier answer. */
export function draftOf({ url, updated_on: updated, text, subtitles }) {
  return { url, text, said: updated.text, date: updated.date ?? "", subtitles: subtitles.join("\n") };
}

export function mount(surface, item, { draft, changed, say }) {
  const state = Object.fromEntries(FIELDS.map((name) => [name, typeof draft?.[name] === "string" ? draft[name] : ""]));
  const past = [];
  let settled = { ...state };
  const boxes = {};
  const place = site();
  surface.append(
    place,
    field("url", tr("Address of the document"), {
      type: "url",
      inputMode: "url",
      placeholder: "https://",
      maxLength: 2000,
    }),
    dates(),
    field("text", tr("The full text of the document"), { rows: 12, dir: "auto", maxLength: 500_000 }),
    field("subtitles", tr("The main headings, one per line"), { rows: 6, dir: "auto" }),
  );

  function site() {
    const part = element("p", "copy-site", { tabIndex: -1 });
    const link = element("a", "", {
      href: item.url || `https://${item.site}`,
      target: "_blank",
      rel: "noreferrer noopener",
      textContent: item.site,
    });
    const linked = item.url || /^[\w.-]+\.\w+$/u.test(item.site);
    const name = linked ? link : element("strong", "", { textContent: item.site });
    const words = linked
      ? tr("Website: {site} (opens in another tab)", { site: "{site}" })
      : tr("Website: {site}", { site: "{site}" });
    part.append(...pieces(words, { site: "" }).map((piece, at) => (at % 2 ? name : piece)));
    if (item.category) part.append(` · ${item.category}`);
    if (item.query) part.append(element("br"), ...search());
    return part;
  }

  function search() {
    const query = element("strong", "", { textContent: item.query });
    const words = tr("Or search the web for: {query}", { query: "{query}" });
    return pieces(words, { query: "" }).map((piece, at) => (at % 2 ? query : piece));
  }

  function dates() {
    const pair = element("div", "copy-pair");
    pair.append(
      field("said", tr("The line with the date of the last update, if there is one"), {
        type: "text",
        dir: "auto",
        maxLength: 200,
      }),
      field("date", tr("Date of the last update"), { type: "date" }),
    );
    return pair;
  }

  function field(name, label, properties) {
    const part = element("div", "copy-field");
    const box = element(properties.rows ? "textarea" : "input", "", {
      id: `copied-${name}`,
      ...properties,
      value: state[name],
      autocomplete: "off",
      spellcheck: false,
    });
    const error = element("p", "field-error", { id: `copied-${name}-error`, hidden: true });
    box.setAttribute("aria-describedby", error.id);
    part.append(element("label", "", { htmlFor: box.id, textContent: label }), box, error);
    box.addEventListener("input", () => {
      state[name] = box.value;
      if (!error.hidden) tell(name);
      changed();
    });
    box.addEventListener("change", () => {
      settle();
      tell(name);
    });
    /* The keys of a text field are its own; in one of a single line Enter is the desk's. */
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || properties.rows) event.stopPropagation();
      else tell(name);
    });
    boxes[name] = { part, box, error };
    return part;
  }

  function tell(name) {
    for (const [each, { box, error }] of Object.entries(boxes)) {
      if (each !== name && error.hidden) continue;
      const found = trouble(state);
      const why = found?.name === each && state[each].trim() ? found.why : "";
      if (why && error.textContent !== why) say(why);
      error.textContent = why;
      error.hidden = !why;
      if (why) box.setAttribute("aria-invalid", "true");
      else box.removeAttribute("aria-invalid");
    }
  }

  function settle() {
    if (FIELDS.every((name) => state[name] === settled[name])) return;
    past.push(settled);
    past.splice(0, past.length - MOST_PAST);
    settled = { ...state };
    changed();
  }

  function write(next) {
    for (const name of FIELDS) {
      state[name] = next[name];
      boxes[name].box.value = next[name];
      tell(name);
    }
    settled = { ...next };
    changed();
  }

  const dirty = () => FIELDS.some((name) => state[name] !== settled[name]);
  return {
    get missing() {
      const found = trouble(state);
      return found && { why: found.why, at: boxes[found.name].box, within: boxes[found.name].part };
    },
    get action() {
      return [ACTIONS[trouble(state)?.name ?? "text"]];
    },
    get form() {
      const words = state.text.split(/\s+/u).filter(Boolean).length;
      const subtitles = linesOf(state.subtitles).length;
      const written = trn("{words} word", "{words} words", words, { words: words.toLocaleString("en") });
      return [written, trn("{count} heading", "{count} headings", subtitles)].join(", ");
    },
    get payload() {
      return {
        url: state.url.trim(),
        updated_on: { text: state.said.trim(), date: state.date || null },
        text: state.text,
        subtitles: linesOf(state.subtitles).map((line) => line.trim()),
      };
    },
    get draft() {
      return { ...state };
    },
    get canUndo() {
      return past.length > 0 || dirty();
    },
    undo() {
      write(dirty() ? settled : past.pop());
      say(tr("Undone."));
    },
    key: () => false,
    focus: () => (SITE_FIRST.matches ? place : boxes.url.box).focus({ preventScroll: true }),
  };
}
