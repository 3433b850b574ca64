/* The tree over the words: elbows, a dot and a height at each node, dots where the next would be. */

const STEP = 40;
const LEAST_STEP = 10;
const LEVELS_SHOWN = 6;
const TOP = 14;

/* `levels` is the height of an example's last tree; another tree may grow. */
export function draw({ svg, forest, row, words, labels, levels }, groups, candidate) {
  const width = forest.scrollWidth;
  const centres = words.map((word) => word.offsetLeft + word.offsetWidth / 2);
  const needed = levels ?? 2 + Math.max(...groups.map((group) => group.height));
  const shown = Math.min(levels ?? words.length - 1, LEVELS_SHOWN);
  const height = Math.max(shown * STEP, needed * LEAST_STEP) + TOP;
  const step = Math.min(STEP, (height - TOP) / needed);
  const place = { centres, step, floor: height, labels };
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren();
  row.style.marginTop = `${height}px`;
  for (const group of groups) drawGroup(svg, group, place);
  if (candidate.length) drawCandidate(svg, candidate, place);
}

function drawGroup(svg, group, place) {
  if (!group.parts.length) return { x: place.centres[group.first], y: place.floor };
  const ends = group.parts.map((part) => drawGroup(svg, part, place));
  const node = { x: (ends[0].x + ends.at(-1).x) / 2, y: levelOf(group.height, place) };
  svg.append(
    shape("path", { class: "branch", d: elbow(ends, node.y) }),
    shape("circle", { class: "node", cx: node.x, cy: node.y, r: 4 }),
  );
  if (place.step >= 22 || place.labels.length) {
    const label = shape("text", { class: "height", x: node.x + 9, y: node.y - 6 });
    label.textContent = group.label === undefined ? group.height : (place.labels[group.label] ?? "?");
    svg.append(label);
  }
  return node;
}

function drawCandidate(svg, parts, place) {
  const height = 1 + Math.max(...parts.map((group) => group.height));
  const ends = parts.map((group) => ({ x: middle(group, place), y: levelOf(group.height, place) }));
  svg.prepend(shape("path", { class: "candidate", d: elbow(ends, levelOf(height, place)) }));
}

function middle(group, place) {
  if (!group.parts.length) return place.centres[group.first];
  return (middle(group.parts[0], place) + middle(group.parts.at(-1), place)) / 2;
}

const levelOf = (height, { floor, step }) => floor - (height + 1) * step;

function elbow([first, ...others], top) {
  return others.reduce((path, { x, y }) => `${path}H${x}V${y}V${top}`, `M${first.x} ${first.y}V${top}`);
}

function shape(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
