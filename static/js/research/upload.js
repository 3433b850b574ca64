// Say that a file is too large before it travels.
const form = document.querySelector("[data-upload]");
const notice = form.querySelector("[data-too-large]");
const file = form.querySelector("input[type=file]");
const name = form.querySelector("input[name=name]");
const send = form.querySelector("button.primary");

const look = () => {
  const chosen = file.files[0];
  const tooLarge = Boolean(chosen) && chosen.size > Number(form.dataset.upload);
  notice.hidden = !tooLarge;
  send.disabled = tooLarge;
  if (chosen && !name.value) name.value = chosen.name.replace(/\.[^.]+$/, "").slice(0, 120);
};
file.addEventListener("change", look);
// Whoever is quick has chosen before this script came.
look();
