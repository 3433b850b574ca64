/* Deciding by keys alone. They work while the focus is within the answers, never in a text field. */

const deciding = document.getElementById("deciding");
const answers = [...deciding.querySelectorAll("[name=judgment]")];
const unchosen = document.getElementById("unchosen");
const BUTTONS = { a: "accept", e: "edit", w: "write" };
const ENDS = { ArrowDown: 0, ArrowUp: -1 };

const chosen = () => answers.find(({ checked }) => checked);

function press(act) {
  deciding.querySelector(`[name=act][value=${act}]`)?.click();
}

function choose(answer) {
  if (!answer) return;
  answer.checked = true;
  unchosen.hidden = true;
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
    if (key === "Escape") (chosen() ?? deciding).focus();
    return;
  }
  const pressed = key.toLowerCase();
  if (BUTTONS[pressed]) press(BUTTONS[pressed]);
  else if (ACTS[pressed]) ACTS[pressed]();
  else if (/^[1-9]$/u.test(pressed)) choose(answers[Number(pressed) - 1]);
  else if (key in ENDS && answers.length && !chosen()) choose(answers.at(ENDS[key]));
  else if (key === "Enter" && target.matches("[type=radio]")) press("accept");
  else return;
  event.preventDefault();
});

/* Nothing is chosen for the adjudicator: a button that needs an answer says when there is none. */
deciding.addEventListener(
  "invalid",
  (event) => {
    event.preventDefault();
    unchosen.hidden = false;
  },
  true,
);
deciding.addEventListener("change", () => {
  if (chosen()) unchosen.hidden = true;
});

(answers.length ? deciding : deciding.querySelector(".primary")).focus({ preventScroll: true });
