/* The labels to choose from, with what each means and an example of it. The last of any number of
   labels is that none fits. */

import { element } from "../elements.js";
import { tr } from "../speak.js";
import { keep, read } from "../store.js";
import { stepNames } from "./scale.js";

const EXAMPLES = "midpath:label:examples";
const NONE = { label: tr("None of these"), key: "0", definition: "", example: "" };
const MANY = 8;
const NARROW = 20;

export function choiceGroup({ kind, labels }, { choose, none }) {
  const group = element("div", `label-choices label-${kind}`);
  group.setAttribute("role", kind === "any" ? "group" : "radiogroup");
  group.setAttribute("aria-labelledby", "question");
  group.dir = "auto";
  group.classList.toggle("many", labels.length > MANY);
  group.classList.toggle(
    "narrow",
    labels.every(({ label, definition, example }) => label.length <= NARROW && !definition && !example),
  );
  const type = kind === "any" ? "checkbox" : "radio";
  const names = kind === "scale" ? stepNames(labels) : [];
  const made = labels.map((one, place) =>
    choice(one, { id: `label-${place}`, type, name: names[place], chosen: () => choose(place) }),
  );
  if (kind === "any") made.push(choice(NONE, { id: "label-none", type, chosen: none }));
  group.append(...made.map(({ line }) => line));
  const inputs = made.map(({ input }) => input);
  return {
    group,
    inputs,
    show(answer) {
      for (const [place, input] of inputs.entries()) {
        input.checked = place < labels.length ? Boolean(answer?.includes(place)) : answer?.length === 0;
      }
    },
  };
}

/* `name` is the text of a bare step of a scale, which then needs no identical key. */
function choice({ label, key, definition, example }, { id, type, name, chosen }) {
  const line = element("div", "label-choice answer-choice");
  const whole = element("label", "label-name");
  const input = element("input", "", { type, name: "label-answer", id });
  input.setAttribute("aria-keyshortcuts", key);
  input.addEventListener("change", chosen);
  whole.append(input, words("span", "label-words", label));
  if (name !== undefined) whole.append(hidden(words("span", "label-step", name)));
  whole.append(hidden(words("kbd", name === key ? "same" : "", key.toUpperCase())));
  line.append(whole);
  const told = { meaning: definition, example };
  const parts = Object.keys(told).filter((part) => told[part]);
  for (const part of parts) {
    line.append(Object.assign(words("p", `label-${part} quiet small`, told[part]), { id: `${id}-${part}` }));
  }
  if (parts.length) input.setAttribute("aria-describedby", parts.map((part) => `${id}-${part}`).join(" "));
  return { line, input };
}

/* Examples are shown on demand, then with every text. */
export function exampleSwitch(answers) {
  const button = element("button", "link switch label-switch", {
    type: "button",
    textContent: tr("Show examples"),
  });
  function show(on) {
    keep(EXAMPLES, on);
    button.setAttribute("aria-pressed", String(on));
    answers.classList.toggle("with-examples", on);
  }
  button.addEventListener("click", () => show(read(EXAMPLES) !== true));
  show(read(EXAMPLES) === true);
  return button;
}

function hidden(part) {
  part.setAttribute("aria-hidden", "true");
  return part;
}

function words(name, className, text) {
  return element(name, className, { textContent: text });
}
