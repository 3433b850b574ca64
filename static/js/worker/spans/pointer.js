/* Words by mouse and by touch. A mouse drags over them or clicks on one, with shift up to there; a
   finger taps the first and the last. What a finger selects in the browser's own way is taken once a
   label is chosen: to draw it before would end the selection. */

export function watchPointer(drawing, { signal, pick, upTo, tapped, choose }) {
  const { box, places } = drawing;
  let touch = false;
  let dragged = false; // the click that ends a drag picks no word of its own
  box.addEventListener(
    "pointerdown",
    ({ pointerType }) => {
      touch = pointerType === "touch";
      dragged = false;
    },
    { signal },
  );
  document.addEventListener(
    "pointerup",
    () => {
      if (touch) return;
      const span = taken(drawing);
      if (!span) return;
      getSelection().removeAllRanges();
      dragged = true;
      pick(span);
    },
    { signal },
  );
  box.addEventListener(
    "click",
    ({ target, clientX, clientY, shiftKey, detail }) => {
      const tag = target.closest(".span-tag");
      if (tag) {
        choose(tag.dataset.span.split(" ").map(Number));
        return;
      }
      if (!target.closest(".span-line") || !getSelection().isCollapsed || dragged || detail > 1) return;
      const unit = drawing.unitAtPoint(clientX, clientY);
      if (unit === null) return;
      const word = places.wordAt(unit);
      if (touch) tapped(word);
      else if (shiftKey) upTo(word);
      else pick(places.ofWords(word, word));
    },
    { signal },
  );
}

/* The browser's selection as a span of the text. */
export function taken(drawing) {
  const found = drawing.selected();
  return found && drawing.places.taken(...found);
}
