// Of twenty labels, those filled in are shown, at least as many as given, and one more on request.
const KEYS = "123456789abcdefghijkl";

const key = (row) => row.querySelector(".label-row-key input");
const filled = (row) => [...row.querySelectorAll("input")].some((input) => input !== key(row) && input.value.trim());

/* Return the function that shows the rows again, after fields were filled in. */
export function watchRows(part, least) {
  const rows = [...part.querySelectorAll(".label-row")];
  const more = part.querySelector(".label-add");

  function show() {
    const last = rows.findLastIndex((row) => filled(row) || row.querySelector(".field-error"));
    rows.forEach((row, at) => {
      row.hidden = at > Math.max(least - 1, last);
    });
    more.hidden = !rows.some((row) => row.hidden);
  }

  more.addEventListener("click", () => {
    const next = rows.find((row) => row.hidden);
    const taken = new Set(rows.filter((row) => !row.hidden).map((row) => key(row).value.toLowerCase()));
    next.hidden = false;
    key(next).value ||= [...KEYS].find((one) => !taken.has(one));
    more.hidden = !rows.some((row) => row.hidden);
    next.querySelector("input").focus();
  });
  show();
  return show;
}
