/* Deciding by keys alone. They work while the focus is within the answers, never in a text field. */

const deciding = document.getElementById("deciding");
const answers = [...deciding.querySelectorAll("[name=judgment]")];
const BUTTONS = { a: "accept", e: "edit", w: "write" };

function press(act) {
  deciding.querySelector(`[name=act][value=${act}]`)?.click();
}

function choose(answer) {
  if (!answer) return;
  answer.checked = true;
  answer.focus();
}

const ACTS = {
  s: () => document.getElementById("skip").click(),
  u: () => document.querySelector("#made button")?.click(),
  n() {
    deciding.querySelector("details.note").open = true;
    deciding.querySelector("#note").focus();
  },
};

deciding.addEventListener("keydown", (event) => {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  if (altKey || ctrlKey || metaKey || event.repeat || event.isComposing) return;
  if (target.matches("textarea")) {
    if (key === "Escape") choose(deciding.querySelector(":checked") ?? answers[0]);
    return;
  }
  const pressed = key.toLowerCase();
  if (BUTTONS[pressed]) press(BUTTONS[pressed]);
  else if (ACTS[pressed]) ACTS[pressed]();
  else if (/^[1-9]$/u.test(pressed)) choose(answers[Number(pressed) - 1]);
  else if (key === "Enter" && target.matches("[type=radio]")) press("accept");
  else return;
  event.preventDefault();
});

(answers.find(({ checked }) => checked) ?? deciding.querySelector(".primary")).focus({ preventScroll: true });
