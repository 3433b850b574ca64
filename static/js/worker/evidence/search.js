/* Search in the document: n of m, with jumps between matches. */

import { button, element } from "../elements.js";
import { tr } from "../speak.js";

const FOUND = "evidence-found";
const HERE = "evidence-here";
const paints = globalThis.Highlight && CSS.highlights;

export function searchTool(view, { go, leave, say }) {
  const box = element("div", "evidence-search");
  box.setAttribute("role", "search");
  const input = element("input", "", {
    type: "search",
    id: "evidence-search",
    placeholder: tr("Search the document"),
  });
  input.setAttribute("aria-label", tr("Search the document"));
  const count = element("output", "small quiet");
  const [before, after] = [button("↑", () => jump(-1)), button("↓", () => jump(1))];
  before.setAttribute("aria-label", tr("Previous match"));
  after.setAttribute("aria-label", tr("Next match"));
  box.append(input, count, before, after);
  const opener = button("", () => (box.classList.contains("open") ? end() : open()), "evidence-find");
  opener.setAttribute("aria-label", tr("Search the document"));
  let places = [];
  let at = -1;

  function search() {
    const words = input.value.trim();
    places = words ? find(view.sentences, words) : [];
    at = -1;
    if (places.length) jump(1);
    else show(words ? tr("not found") : "");
  }

  function jump(by) {
    if (!places.length) return;
    at = (at + by + places.length) % places.length;
    go(places[at].n);
    show(tr("{number} of {total}", { number: at + 1, total: places.length }));
    say(tr("{number} of {total}", { number: at + 1, total: places.length }));
  }

  function show(words) {
    count.textContent = words;
    for (const one of [before, after]) one.setAttribute("aria-disabled", String(!places.length));
    redraw();
  }

  /* Rows are redrawn when characters are marked, so ranges are created again as well. */
  function redraw() {
    const found = new Set(places.map(({ n }) => n));
    for (const [n, row] of view.rows.entries()) row.classList.toggle("found", !paints && found.has(n));
    if (!paints) return;
    CSS.highlights.set(FOUND, new Highlight(...places.map((place) => rangeOf(view.rows[place.n], place))));
    CSS.highlights.set(
      HERE,
      new Highlight(...places.slice(at, at + 1).map((place) => rangeOf(view.rows[place.n], place))),
    );
  }

  /* On a phone the search field opens on demand. */
  function open() {
    box.classList.add("open");
    opener.setAttribute("aria-expanded", "true");
    input.focus();
    input.select();
  }

  function end() {
    input.value = "";
    search();
    box.classList.remove("open");
    opener.setAttribute("aria-expanded", "false");
    leave();
  }

  opener.setAttribute("aria-expanded", "false");
  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") {
      event.preventDefault();
      jump(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      end();
    }
  });
  show("");
  return {
    box,
    opener,
    redraw: () => places.length && redraw(),
    focus: open,
  };
}

function find(sentences, words) {
  const pattern = new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+"), "giu");
  return sentences.flatMap((text, n) =>
    Array.from(text.matchAll(pattern), ({ index, 0: hit }) => ({ n, from: index, to: index + hit.length })),
  );
}

/* Of UTF-16 units of the row's text, whatever pieces it is drawn in. */
function rangeOf(row, { from, to }) {
  const range = document.createRange();
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  let passed = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const end = passed + node.length;
    if (from >= passed && from <= end) range.setStart(node, from - passed);
    if (to >= passed && to <= end) {
      range.setEnd(node, to - passed);
      break;
    }
    passed = end;
  }
  return range;
}
