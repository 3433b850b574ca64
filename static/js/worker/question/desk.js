/* Questions about an app: its public face on one side, as many lines as questions are asked for
   on the other. What is empty or written twice cannot be sent; all else is a hint. */

import { element } from "../elements.js";
import { tr } from "../speak.js";
import { hintsOf, isEmpty, twinOf } from "./checks.js";
import { face } from "./face.js";

const LONGEST = 300;
/* If the fields are below the app, or a keyboard would cover it, the app is read first. */
const APP_FIRST = matchMedia("(max-width: 760px), (pointer: coarse)");
const MOST_PAST = 60;

/* Restore a saved draft if it fits that many questions. */
export function restore(draft, many) {
  const fits = (list) => Array.isArray(list) && list.length === many && list.every((one) => typeof one === "string");
  return {
    questions: fits(draft?.questions) ? draft.questions : Array(many).fill(""),
    past: Array.isArray(draft?.past) ? draft.past.filter(fits) : [],
  };
}

/* The draft of an earlier answer. */
export const draftOf = ({ questions }) => ({ questions, past: [] });

/* The first question that cannot be sent yet, and why; empty if all can. */
export function missing(questions) {
  for (const [place, question] of questions.entries()) {
    if (isEmpty(question))
      return {
        place,
        why:
          questions.length > 1
            ? tr("Write question {number} first.", { number: place + 1 })
            : tr("Write your question first."),
      };
    const twin = twinOf(questions, place);
    if (twin >= 0)
      return {
        place,
        why: tr("Questions {one} and {other} are the same. Change one of them.", {
          one: twin + 1,
          other: place + 1,
        }),
      };
  }
  return null;
}

export function mount(surface, item, { draft, changed, say }) {
  const { questions, past } = restore(draft, item.questions);
  let settled = [...questions];
  const list = element("ol", "asked bare");
  const lines = questions.map((_, place) => line(place));
  list.append(...lines.map(({ part }) => part));
  const app = face(item);
  surface.append(app.section, list);

  function line(place) {
    const part = element("li", "asked-line");
    const label = element("label", "", {
      htmlFor: `asked-${place}`,
      textContent: questions.length > 1 ? tr("Question {number}", { number: place + 1 }) : tr("Your question"),
    });
    const box = element("textarea", "", {
      id: label.htmlFor,
      rows: 2,
      maxLength: LONGEST,
      dir: "auto",
      value: questions[place],
      enterKeyHint: place < questions.length - 1 ? "next" : "done",
    });
    const hint = element("p", "asked-hint small", { id: `asked-hint-${place}` });
    box.setAttribute("aria-describedby", hint.id);
    part.append(label, box, hint);
    box.addEventListener("input", () => {
      questions[place] = box.value;
      if (hint.textContent) tell();
      changed();
    });
    box.addEventListener("change", settle);
    box.addEventListener("blur", () => tell());
    box.addEventListener("keydown", (event) => key(event, place));
    return { part, box, hint, told: "" };
  }

  /* Fields have the usual keys; Enter moves to the next one. */
  function key(event, place) {
    if (event.key !== "Enter" || event.isComposing) return event.stopPropagation();
    settle();
    if (place === questions.length - 1) return undefined; // the desk submits, or says what is missing
    event.stopPropagation();
    event.preventDefault();
    lines[place + 1].box.focus();
    return undefined;
  }

  function settle() {
    if (questions.every((question, place) => question === settled[place])) return;
    past.push(settled);
    past.splice(0, past.length - MOST_PAST);
    settled = [...questions];
    tell();
    changed();
  }

  /* Show hints under each field that was left. */
  function tell() {
    questions.forEach((question, place) => {
      const { box, hint } = lines[place];
      const twin = twinOf(questions, place);
      const words = document.activeElement === box && !hint.textContent ? "" : wordsOn(question, twin);
      hint.textContent = words;
      hint.classList.toggle("wrong", twin >= 0);
      if (twin >= 0) box.setAttribute("aria-invalid", "true");
      else box.removeAttribute("aria-invalid");
      if (words && words !== lines[place].told) say(words);
      lines[place].told = words;
    });
  }

  function wordsOn(question, twin) {
    if (twin >= 0) return tr("This is the same as question {number}. Ask something else.", { number: twin + 1 });
    const hints = hintsOf(question, item.fewestWords);
    const said = [];
    if (hints.includes("short")) said.push(tr("This is short. Can you be more specific about what you want to know?"));
    if (hints.includes("statement"))
      said.push(tr("This does not look like a question. If you mean it as one, leave it."));
    return said.join(" ");
  }

  function write(next) {
    next.forEach((question, place) => {
      questions[place] = question;
      lines[place].box.value = question;
    });
    settled = [...next];
    tell();
    changed();
  }

  const dirty = () => questions.some((question, place) => question !== settled[place]);
  tell();
  return {
    get missing() {
      const found = missing(questions);
      return found && { why: found.why, at: lines[found.place].box, within: lines[found.place].part };
    },
    get action() {
      const { place } = missing(questions) ?? { place: 0 };
      if (questions.length === 1) return [tr("Write your question")];
      return [
        isEmpty(questions[place])
          ? tr("Write question {number}", { number: place + 1 })
          : tr("Change question {number}", { number: place + 1 }),
      ];
    },
    get form() {
      const written = questions.filter((question) => !isEmpty(question)).length;
      return tr("{done} of {total} written", { done: written, total: questions.length });
    },
    get payload() {
      return {
        questions: questions.map((one) => one.trim()),
        hints: questions.map((one) => hintsOf(one, item.fewestWords)),
      };
    },
    get draft() {
      return { questions: [...questions], past };
    },
    get canUndo() {
      return past.length > 0 || dirty();
    },
    undo() {
      write(dirty() ? settled : past.pop());
      say(tr("Undone."));
    },
    key: () => false,
    focus() {
      const line = lines[Math.max(questions.findIndex(isEmpty), 0)];
      (APP_FIRST.matches ? app.name : line.box).focus({ preventScroll: true });
    },
  };
}
