// Of twenty labels, those filled in are shown, and one more on request.
const part = document.getElementById("span-settings");
const rows = [...part.querySelectorAll(".span-row")];
const more = document.getElementById("span-add");
const KEYS = "123456789abcdefghijkl";

const key = (row) => row.querySelector(".span-row-key input");
const filled = (row) => [...row.querySelectorAll("input")].some((input) => input !== key(row) && input.value.trim());

const last = Math.max(
  0,
  rows.findLastIndex((row) => filled(row) || row.querySelector(".field-error")),
);
rows.forEach((row, at) => {
  row.hidden = at > last;
});
more.hidden = last === rows.length - 1;

more.addEventListener("click", () => {
  const next = rows.find((row) => row.hidden);
  const taken = new Set(rows.filter((row) => !row.hidden).map((row) => key(row).value.toLowerCase()));
  next.hidden = false;
  key(next).value ||= [...KEYS].find((one) => !taken.has(one));
  more.hidden = !rows.some((row) => row.hidden);
  next.querySelector("input").focus();
});
