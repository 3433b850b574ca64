/* The tree over the words: elbows, a dot and a height at each node, dots where the next would be. */

const STEP = 40;
const LEAST_STEP = 10;
const LEVELS_SHOWN = 6;
const TOP = 14;

export function draw({ svg, forest, row, words }, groups, candidate) {
  const width = forest.scrollWidth;
  const centres = words.map((word) => word.offsetLeft + word.offsetWidth / 2);
  const highest = 1 + Math.max(...groups.map((group) => group.height));
  const levels = Math.min(words.length - 1, LEVELS_SHOWN);
  const height = Math.max(levels * STEP, (highest + 1) * LEAST_STEP) + TOP;
  const step = Math.min(STEP, (height - TOP) / (highest + 1));
  const place = { centres, step, floor: height };
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren();
  row.style.marginTop = `${height}px`;
  for (const group of groups) drawGroup(svg, group, place);
  if (candidate) drawCandidate(svg, candidate, place);
}

function drawGroup(svg, group, place) {
  if (!group.left) return { x: place.centres[group.first], y: place.floor };
  const left = drawGroup(svg, group.left, place);
  const right = drawGroup(svg, group.right, place);
  const node = { x: (left.x + right.x) / 2, y: levelOf(group.height, place) };
  svg.append(
    shape("path", { class: "branch", d: elbow(left, right, node.y) }),
    shape("circle", { class: "node", cx: node.x, cy: node.y, r: 4 }),
  );
  if (place.step >= 22) {
    const label = shape("text", { class: "height", x: node.x + 9, y: node.y - 6 });
    label.textContent = group.height;
    svg.append(label);
  }
  return node;
}

function drawCandidate(svg, [left, right], place) {
  const height = 1 + Math.max(left.height, right.height);
  const ends = [left, right].map((group) => ({ x: middle(group, place), y: levelOf(group.height, place) }));
  svg.prepend(shape("path", { class: "candidate", d: elbow(...ends, levelOf(height, place)) }));
}

function middle(group, place) {
  if (!group.left) return place.centres[group.first];
  return (middle(group.left, place) + middle(group.right, place)) / 2;
}

const levelOf = (height, { floor, step }) => floor - (height + 1) * step;

const elbow = (left, right, top) => `M${left.x} ${left.y}V${top}H${right.x}V${right.y}`;

function shape(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
