/* The questions other than the evidence: an option, why there is no answer, and the rest. */

import { element } from "../elements.js";
import { tr } from "../speak.js";
import { causeOf, isAsked } from "./state.js";

/* The options of a multiple-choice question. */
export function optionGroup({ options }, choose) {
  const group = fieldset("evidence-options", tr("Choose an answer, then mark the evidence for it."));
  const inputs = options.map((label, at) => tick(group, "radio", "evidence-option", label, () => choose(at)));
  return {
    group,
    show({ choice, none }) {
      inputs.forEach((input, at) => {
        input.checked = at === choice && !none;
        input.disabled = none;
      });
    },
    place: { at: inputs[0], within: group },
  };
}

export function panelOf(item, { setWhy, setSaid, setCategories }) {
  const panel = element("section", "card evidence-panel");
  panel.setAttribute("aria-label", tr("Other questions"));
  const steps = item.steps.map(({ ask, answers }, at) => {
    const group = fieldset("evidence-step", ask);
    const inputs = answers.map(({ label }, answer) =>
      tick(group, "radio", `evidence-step-${at}`, label, () => setWhy(at, answer)),
    );
    panel.append(group);
    return { group, inputs };
  });
  const aspects = item.aspects.map(({ name, ask, options }) => {
    const group = fieldset("evidence-aspect", ask);
    const inputs = options.map(({ value, label }) =>
      tick(group, "radio", `evidence-${name}`, label, () => setSaid(name, value)),
    );
    panel.append(group);
    return { name, group, inputs, values: options.map(({ value }) => value) };
  });
  const categories = item.categories.length ? categoryGroup(item, setCategories) : null;
  if (categories) panel.append(categories.group);

  return {
    panel,
    empty: !panel.childElementCount,
    show(state) {
      const last = causeOf(state.why, item.steps) ? state.why.length - 1 : state.why.length;
      steps.forEach(({ group, inputs }, at) => {
        group.hidden = !state.none || at > last;
        inputs.forEach((input, answer) => {
          input.checked = state.why[at] === answer;
        });
      });
      const asked = isAsked(state, item);
      for (const { name, group, inputs, values } of aspects) {
        group.hidden = !asked;
        inputs.forEach((input, at) => {
          input.checked = state.said[name] === values[at];
        });
      }
      categories?.show(state.categories, asked);
    },
    placeOf(part, { why }) {
      const asked = { why: steps[Math.min(why.length, steps.length - 1)], categories }[part];
      const { group, inputs } = asked ?? aspects.find(({ name }) => name === part);
      return { at: inputs[0], within: group };
    },
  };
}

function categoryGroup({ categories, categoriesAsk }, setCategories) {
  const group = fieldset("evidence-aspect", categoriesAsk);
  const inputs = categories.map((name) =>
    tick(group, "checkbox", "evidence-category", name, () =>
      setCategories(categories.filter((_, at) => inputs[at].checked)),
    ),
  );
  return {
    group,
    inputs,
    show(chosen, asked) {
      group.hidden = !asked;
      inputs.forEach((input, at) => {
        input.checked = chosen.includes(categories[at]);
      });
    },
  };
}

function fieldset(className, legend) {
  const group = element("fieldset", className);
  group.append(element("legend", "", { textContent: legend, dir: "auto" }));
  return group;
}

export function tick(parent, type, name, label, changed) {
  const line = element("label", "tick-line evidence-tick");
  const input = element("input", "", { type, name });
  input.addEventListener("change", () => changed(input));
  line.append(input, element("span", "", { dir: "auto", textContent: label }));
  parent.append(line);
  return input;
}
