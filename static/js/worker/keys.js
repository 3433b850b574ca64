/* Keys in a text. */

/* The arrow that points forward in reading moves forward, in either direction of the text. */
export function stepOf(key, text) {
  const onward = getComputedStyle(text).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  if (key !== "ArrowLeft" && key !== "ArrowRight") return 0;
  return key === onward ? 1 : -1;
}

/* `take` returns whether it took a key, which then does nothing else. */
export function listenToKeys(box, take, signal) {
  box.addEventListener(
    "keydown",
    (event) => {
      if (!take(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal },
  );
}
