/* The document: its sentences by paragraphs under their headings, drawn once however many questions
   are asked about it. One listener each for all sentences; far paragraphs are not laid out. */

import { element } from "../elements.js";
import { tr } from "../speak.js";

const PER_PART = 12;
const NARROW = "(max-width: 899px)";
const [LINE_PX, GAP_PX, SETTLING, STILL] = [25, 12, 24, 4];
let drawn = null;

/* Cached for the next question on the same document. */
export function documentView({ id, name, sentences, outline, breaks }) {
  if (drawn?.id === id && drawn.length === sentences.length) return drawn;
  const box = element("div", "evidence-document", { tabIndex: 0, dir: "auto" });
  box.setAttribute("role", "listbox");
  box.setAttribute("aria-multiselectable", "true");
  box.setAttribute("aria-label", name);
  const rows = [];
  const headings = [];
  const edges = partsOf(sentences.length, outline, breaks);
  let group = null;
  edges.forEach((start, at) => {
    const titles = outline.filter(([, first]) => first === start).map(([title]) => title);
    if (titles.length || !group) {
      group = groupOf(titles.join(" · "));
      for (const title of titles) headings.push({ title, start, heading: group.firstChild });
      box.append(group);
    }
    const part = element("div", "evidence-part");
    for (let n = start; n < (edges[at + 1] ?? sentences.length); n += 1) {
      rows.push(rowOf(n, sentences[n]));
      part.append(rows.at(-1));
    }
    part.style.containIntrinsicSize = `auto ${heightOf(part)}px`;
    group.append(part);
  });
  drawn = { id, length: sentences.length, box, rows, headings, sentences };
  return drawn;
}

/* The first sentence of each paragraph; without paragraphs, a few sentences at a time. */
function partsOf(length, outline, breaks) {
  const starts = new Set([0, ...breaks, ...outline.map(([, start]) => start)]);
  if (!breaks.length) for (let n = PER_PART; n < length; n += PER_PART) starts.add(n);
  return [...starts].filter((n) => n < length).sort((a, b) => a - b);
}

/* An estimated height, so that little moves when it is laid out. */
function heightOf(part) {
  const [letters, gap] = matchMedia(NARROW).matches ? [38, GAP_PX + 8] : [78, GAP_PX];
  return Array.from(part.children, (row) => Math.ceil(row.textContent.length / letters) * LINE_PX + gap).reduce(
    (sum, height) => sum + height,
    GAP_PX,
  );
}

/* Scrolls there, and again while far paragraphs on the way find their heights, until it stayed for a
   few frames: a busy browser needs more than one. */
export function settle(node, block, times = SETTLING, still = 0) {
  const before = node.getBoundingClientRect().top;
  node.scrollIntoView({ block });
  const moved = Math.abs(node.getBoundingClientRect().top - before) > 1;
  if (!times || (!moved && still >= STILL)) return;
  requestAnimationFrame(() => settle(node, block, times - 1, moved ? 0 : still + 1));
}

function groupOf(title) {
  const group = element("div", "evidence-section");
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", title || tr("Document"));
  if (!title) return group;
  const heading = element("div", "evidence-heading", { textContent: title, dir: "auto" });
  heading.setAttribute("aria-hidden", "true");
  group.append(heading);
  return group;
}

function rowOf(number, text) {
  const row = element("div", "evidence-sentence", { id: `sentence-${number}`, dir: "auto" });
  row.setAttribute("role", "option");
  row.setAttribute("aria-selected", "false");
  row.dataset.n = number;
  row.append(text);
  return row;
}

export function numberAt(node) {
  const row = (node?.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.closest?.(".evidence-sentence");
  return row ? Number(row.dataset.n) : null;
}

/* The text of a sentence in pieces, those marked in a mark each; spans count code points. */
export function drawPieces(row, text, spans) {
  if (!spans.length) {
    row.replaceChildren(text);
    return;
  }
  const characters = [...text];
  let end = 0;
  row.replaceChildren();
  for (const [a, b, kind] of spans) {
    if (a > end) row.append(characters.slice(end, a).join(""));
    const mark = Object.assign(element("mark", kind), { textContent: characters.slice(a, b).join("") });
    row.append(mark);
    end = b;
  }
  if (end < characters.length) row.append(characters.slice(end).join(""));
}
