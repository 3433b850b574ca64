/* Beside the text: the labels to choose from, what is picked, and what is marked. Where the screen is
   narrow, labels stand at its foot, in reach of a thumb. */

import { button, element } from "../elements.js";
import { tr, trn } from "../speak.js";

const NARROW = matchMedia("(max-width: 899px)");

export function panelOf(item, acts, signal) {
  const { labels } = item;
  const panel = element("section", "card span-panel");
  panel.setAttribute("aria-label", tr("Labels"));
  const tools = toolsOf(item, acts);
  const list = listOf(labels, acts);
  const told = labels.some(({ definition, example }) => definition || example) ? meaningsOf(labels) : null;
  panel.append(list.box);
  const place = () => {
    if (NARROW.matches) {
      document.getElementById("tools").append(tools.box);
      if (told) panel.prepend(told);
    } else {
      told?.remove();
      panel.prepend(tools.box);
    }
  };
  place();
  NARROW.addEventListener("change", place, { signal });
  return {
    panel,
    first: tools.first,
    show(state) {
      tools.show(state);
      list.show(state);
    },
  };
}

function toolsOf({ labels, unit }, { label, remove, setNone, nudge }) {
  const box = element("div", "span-tools");
  const status = element("p", "span-status small");
  const group = element("div", "span-labels");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", tr("Labels"));
  const buttons = labels.map((one, at) => labelButton(one, at, () => label(at)));
  group.append(...buttons);
  const more = element("div", "span-more");
  const away = button("", remove, "span-remove");
  const none = button(tr("Nothing to mark"), setNone, "span-none");
  none.setAttribute("aria-keyshortcuts", "0");
  away.setAttribute("aria-keyshortcuts", "Delete");
  const ends = unit === "words" ? [] : endsOf(nudge);
  more.append(...ends, away);
  const strip = element("div", "span-strip");
  strip.append(group, more);
  box.append(status, strip, none);
  return {
    box,
    first: buttons[0],
    show({ picked, told, current, none: nothing, spans }) {
      status.textContent =
        told || (picked ? tr("Selected: {words}", { words: picked }) : tr("Select words, then a label."));
      status.classList.toggle("told", Boolean(told));
      for (const [at, one] of buttons.entries()) {
        one.setAttribute("aria-pressed", String(current?.[2] === at));
        one.setAttribute("aria-disabled", String(!picked));
      }
      for (const one of ends) one.setAttribute("aria-disabled", String(!picked));
      away.hidden = !current;
      if (current) away.textContent = tr("Remove “{label}”", { label: labels[current[2]].label });
      none.hidden = spans.length > 0;
      none.setAttribute("aria-pressed", String(nothing));
    },
  };
}

function labelButton({ label, key, definition, example }, at, act) {
  const made = button("", act, "span-label");
  made.setAttribute("aria-keyshortcuts", key);
  const name = element("span", "span-label-name", { textContent: label, dir: "auto" });
  const shortcut = element("kbd", "", { textContent: key.toUpperCase() });
  shortcut.setAttribute("aria-hidden", "true");
  made.append(name, shortcut);
  const meaning = [definition, example && tr("for example: {example}", { example })].filter(Boolean).join(" ");
  if (meaning) {
    const told = element("span", "span-meaning quiet small", { textContent: meaning, dir: "auto" });
    told.id = `span-meaning-${at}`;
    made.setAttribute("aria-describedby", told.id);
    made.setAttribute("aria-label", label);
    made.append(told);
  }
  return made;
}

/* Move either end of the selection by one character. */
function endsOf(nudge) {
  const made = [
    ["⇤", tr("Start one character earlier"), false, -1],
    ["↦", tr("Start one character later"), false, 1],
    ["↤", tr("End one character earlier"), true, -1],
    ["⇥", tr("End one character later"), true, 1],
  ];
  return made.map(([sign, words, atEnd, by]) => {
    const one = button(sign, () => nudge(atEnd, by), "span-end");
    one.setAttribute("aria-label", words);
    return one;
  });
}

function meaningsOf(labels) {
  const drawer = element("details", "span-meanings");
  const told = element("dl", "small");
  for (const { label, definition, example } of labels) {
    const name = element("dt", "", { textContent: label, dir: "auto" });
    told.append(name);
    for (const words of [definition, example && tr("for example: {example}", { example })].filter(Boolean)) {
      told.append(element("dd", "", { textContent: words, dir: "auto" }));
    }
  }
  drawer.append(element("summary", "", { textContent: tr("What the labels mean") }), told);
  return drawer;
}

function listOf(labels, { choose, removeOne }) {
  const box = element("div", "span-marked");
  const head = element("h2", "", { id: "span-marked" });
  const list = element("ol", "span-list bare");
  list.setAttribute("aria-labelledby", head.id);
  box.append(head, list);
  let drawn = "";
  return {
    box,
    show({ spans, current, words }) {
      head.textContent = trn("{count} mark", "{count} marks", spans.length);
      box.hidden = !spans.length;
      const now = JSON.stringify([spans, spans.indexOf(current)]);
      if (now === drawn) return;
      drawn = now;
      list.replaceChildren(
        ...spans.map((span, at) => entryOf(span, words[at], labels[span[2]].label, span === current)),
      );
    },
  };

  function entryOf(span, words, label, isCurrent) {
    const entry = element("li");
    const go = button("", () => choose(span), "span-go");
    go.setAttribute("aria-pressed", String(isCurrent));
    go.append(
      element("span", "span-words", { textContent: words, dir: "auto" }),
      element("span", "span-tag", { textContent: label, dir: "auto" }),
    );
    const away = button("×", () => removeOne(span), "span-away");
    away.setAttribute("aria-label", tr("Remove {words}, {label}", { words, label }));
    entry.append(go, away);
    return entry;
  }
}
