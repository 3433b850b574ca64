/* Labels: texts, and one of several labels, any number of them, or a point on a scale. */

import { element } from "../elements.js";
import { stepOf } from "../keys.js";
import { tr } from "../speak.js";
import { choiceGroup, exampleSwitch } from "./choices.js";
import { layScale, scaleLegend } from "./scale.js";
import { along, restore, step, toggled, undo, written } from "./state.js";
import { textCards } from "./texts.js";

const NONE_KEY = "0";
const MISSING = {
  one: [tr("Choose a label"), tr("Choose a label first.")],
  any: [tr("Choose labels, or none"), tr("Choose the labels that fit first, or “None of these”.")],
  scale: [tr("Choose a point on the scale"), tr("Choose a point on the scale first.")],
};

export { draftOf } from "./state.js";

export function mount(surface, item, { draft, changed, say }) {
  const { kind, labels } = item;
  let state = restore(draft, item);
  const { whole, boxes } = textCards(item);
  const choices = choiceGroup(item, { choose, none: () => move(isNone() ? null : []) });
  const scale = kind === "scale" && scaleLegend(labels, choices.group);
  const answers = element("div", "label-answers");
  if (labels.some(({ example }) => example)) answers.append(exampleSwitch(answers));
  answers.append(choices.group);
  if (scale) {
    layScale(choices.group, labels.length);
    answers.append(scale.legend);
  }
  const work = element("div", `label-work of-${kind}`);
  work.append(whole, answers);
  surface.append(work);
  refresh();

  function refresh() {
    choices.show(state.answer);
    if (scale) scale.show(state.answer);
  }

  function move(answer) {
    const before = state.answer;
    state = step(state, answer);
    refresh();
    changed();
    say(told(before));
  }

  function choose(place) {
    if (kind === "any") move(toggled(state.answer, place));
    else if (state.answer?.[0] !== place) move([place]);
  }

  function isNone() {
    return state.answer?.length === 0;
  }

  function told(before) {
    const { answer } = state;
    if (answer === null) return tr("Nothing is chosen.");
    if (!answer.length) return tr("Chosen: none of these.");
    if (kind === "one") return tr("Chosen: {label}.", { label: labels[answer[0]].label });
    if (kind === "scale")
      return tr("Chosen: {label}, {place} of {total}.", {
        label: labels[answer[0]].label,
        place: answer[0] + 1,
        total: labels.length,
      });
    const now = answer.find((place) => !before?.includes(place));
    const gone = before?.find((place) => !answer.includes(place));
    const change =
      now === undefined
        ? tr("No longer chosen: {label}.", { label: labels[gone].label })
        : tr("Chosen: {label}.", { label: labels[now].label });
    return `${change} ${tr("{count} in total.", { count: answer.length })}`;
  }

  /* If a step has the focus, the focus moves along. */
  function moveAlong(by) {
    const place = along(state.answer, by, labels.length);
    choose(place);
    if (choices.group.contains(document.activeElement)) choices.inputs[place].focus();
  }

  return {
    get missing() {
      if (state.answer !== null) return null;
      const [first] = choices.inputs;
      const fits = choices.group.offsetHeight < innerHeight / 2;
      return { why: MISSING[kind][1], at: first, within: fits ? choices.group : first.closest(".label-choice") };
    },
    get action() {
      return [MISSING[kind][0]];
    },
    get form() {
      return written(state.answer, item);
    },
    get payload() {
      return { answer: kind === "any" ? state.answer : state.answer[0] };
    },
    get draft() {
      return state;
    },
    get canUndo() {
      return state.past.length > 0;
    },
    undo() {
      state = undo(state);
      refresh();
      changed();
      say(tr("Undone."));
    },
    key(event) {
      const pressed = event.key.toLowerCase();
      const place = labels.findIndex(({ key }) => key === pressed);
      const by = kind === "scale" ? stepOf(event.key, choices.group) : 0;
      if (by) moveAlong(by);
      else if (kind === "any" && pressed === NONE_KEY) move(isNone() ? null : []);
      else if (place >= 0) choose(place);
      else return false;
      return true;
    },
    focus: () => boxes[0].focus({ preventScroll: true }),
  };
}
