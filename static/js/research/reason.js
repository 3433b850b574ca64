/* Counts the characters of a reason that has to be long enough, while it is typed, as the server counts them. */

for (const field of document.querySelectorAll("[data-least]")) {
  const least = Number(field.dataset.least);
  const count = Object.assign(document.createElement("p"), { className: "quiet small" });
  count.setAttribute("role", "status");
  field.after(count);
  const show = () => {
    const typed = [...field.value.trim().replace(/\s+/g, " ")].length;
    count.textContent = `${typed} of at least ${least} characters`;
  };
  field.addEventListener("input", show);
  show();
}
