/* The whole tree at a glance, sideways: a line for each word, the tree growing towards them. It opens as
   large as it fits, and is made larger by its buttons, by pinching, or by ctrl and the wheel. */

import { element } from "../elements.js";
import { tr, trn } from "../speak.js";

const LINE = 26;
const SIZE = 16;
const MARGIN = 12;
const [LEAST_STEP, MOST_STEP] = [5, 56];
const LARGEST = 3;
const FACTOR = 1.4;

export function openOverview(surface, { words, labels, found, from }) {
  const dialog = element("dialog", "overview");
  dialog.setAttribute("aria-labelledby", "overview-title");
  const title = element("h2", "", { id: "overview-title" });
  title.textContent =
    found.length === 1
      ? tr("The whole tree")
      : trn("The tree so far: {count} group", "The tree so far: {count} groups", found.length);
  const frame = element("div", "overview-frame", { tabIndex: 0 });
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-labelledby", "overview-title");
  const foot = element("div", "overview-foot");
  let zoom = null;
  foot.append(
    button(tr("Smaller"), () => zoom.by(1 / FACTOR)),
    button(tr("Larger"), () => zoom.by(FACTOR)),
    Object.assign(
      button(tr("Back to the task"), () => dialog.close()),
      { className: "primary" },
    ),
  );
  dialog.append(title, frame, foot);
  dialog.addEventListener("keydown", (event) => event.stopPropagation()); // the keys of the work rest
  dialog.addEventListener("close", () => dialog.remove());
  surface.append(dialog);
  dialog.showModal();
  const slender = frame.clientWidth / frame.clientHeight;
  const picture = sideways({ words, labels, found }, getComputedStyle(from), slender);
  frame.append(picture.svg);
  zoom = zoomer(frame, picture);
  zoom.fit();
}

/* Choose the step width so that the tree has the proportions of its frame. */
function sideways({ words, labels, found }, { direction, fontFamily }, slender) {
  const steps = 2 + Math.max(...found.map((group) => group.height));
  const height = words.length * LINE + 2 * MARGIN;
  const beside = 8 + widest(words, fontFamily) + 2 * MARGIN;
  const step = Math.min(MOST_STEP, Math.max(LEAST_STEP, (height * slender - beside) / steps));
  const tree = MARGIN + steps * step;
  const width = steps * step + beside;
  const across = (x) => (direction === "rtl" ? width - x : x);
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, direction, role: "img" });
  const place = { svg, step, tree, across, labels };
  for (const group of found) branch(group, place);
  words.forEach((word, at) => {
    const text = shape("text", { class: "overview-word", x: across(tree + 8), y: lineOf(at) + SIZE / 3 });
    text.textContent = word;
    svg.append(text);
  });
  svg.setAttribute("aria-label", tr("A drawing of the bracketed text below"));
  return { svg, width, height };
}

function branch(group, place) {
  if (!group.parts.length) return { x: place.tree, y: lineOf(group.first) };
  const ends = group.parts.map((part) => branch(part, place));
  const node = { x: place.tree - (group.height + 1) * place.step, y: (ends[0].y + ends.at(-1).y) / 2 };
  const x = place.across(node.x);
  const d = ends.map((end) => `M${place.across(end.x)} ${end.y}H${x}V${node.y}`).join("");
  const dot = { class: "node", cx: x, cy: node.y, r: 3 };
  place.svg.append(shape("path", { class: "branch", d }), shape("circle", dot));
  if (group.label !== undefined) {
    const label = shape("text", { class: "height", x: place.across(node.x + 6), y: node.y - 5 });
    label.textContent = place.labels[group.label] ?? "?";
    place.svg.append(label);
  }
  return node;
}

const lineOf = (at) => MARGIN + (at + 0.5) * LINE;

function widest(words, fontFamily) {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${SIZE}px ${fontFamily}`;
  return Math.max(...words.map((word) => pen.measureText(word).width));
}

/* Keep the point under the fingers, or the middle, in place. */
function zoomer(frame, { svg, width, height }) {
  let scale = 1;
  let apart = null;
  const least = () => Math.min(1.25, frame.clientWidth / width, frame.clientHeight / height);
  const middle = () => [frame.clientWidth / 2, frame.clientHeight / 2];

  function to(wanted, [x, y] = middle()) {
    const next = Math.min(Math.max(wanted, least()), Math.max(LARGEST, least()));
    const [left, top] = [frame.scrollLeft + x, frame.scrollTop + y];
    svg.setAttribute("width", width * next);
    svg.setAttribute("height", height * next);
    frame.scrollTo((left * next) / scale - x, (top * next) / scale - y);
    scale = next;
  }

  const fingers = ([one, two]) => Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  const between = ([one, two]) => {
    const { left, top } = frame.getBoundingClientRect();
    return [(one.clientX + two.clientX) / 2 - left, (one.clientY + two.clientY) / 2 - top];
  };
  frame.addEventListener("touchstart", ({ touches }) => {
    apart = touches.length === 2 ? fingers(touches) / scale : null;
  });
  const pinch = (event) => {
    if (!apart || event.touches.length !== 2) return;
    event.preventDefault();
    to(fingers(event.touches) / apart, between(event.touches));
  };
  frame.addEventListener("touchmove", pinch, { passive: false });
  const turn = (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    to(scale * Math.exp(-event.deltaY / 200), [event.offsetX, event.offsetY]);
  };
  frame.addEventListener("wheel", turn, { passive: false });
  return { by: (factor) => to(scale * factor), fit: () => to(least()) };
}

function button(words, act) {
  return element("button", "", { type: "button", textContent: words, onclick: act });
}

function shape(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
