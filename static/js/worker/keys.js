/* The arrow that points onward in reading goes on, whichever way the text runs. */

export function stepOf(key, text) {
  const onward = getComputedStyle(text).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  if (key !== "ArrowLeft" && key !== "ArrowRight") return 0;
  return key === onward ? 1 : -1;
}
