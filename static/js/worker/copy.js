/* Copy the code next to the button. If the browser does not let pages copy, the button stays hidden. */

const button = document.querySelector("#copy");
const code = document.querySelector("#code");
const told = document.querySelector("#copied");

async function copy() {
  await navigator.clipboard.writeText(code.textContent);
  told.hidden = false;
}

if (navigator.clipboard) {
  button.hidden = false;
  button.addEventListener("click", copy);
}
