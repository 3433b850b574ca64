// Say that a file is too large before it travels, and how far it is while it does.
const form = document.querySelector("[data-upload]");
const notice = form.querySelector("[data-too-large]");
const file = form.querySelector("input[type=file]");
const texts = form.querySelector("textarea[name=texts]");
const name = form.querySelector("input[name=name]");
const send = form.querySelector("button.primary");
const sending = form.querySelector("[data-sending]");
const refused = form.querySelector("[data-refused]");
const progress = sending.querySelector("progress");
const said = sending.querySelector("[role=status]");
const WORTH_SHOWING = 1_000_000;
const PASTED = "Pasted texts";

// The file that is sent. More text than a form may hold travels as a file, too.
const sent = () => {
  if (file.files[0]) return texts.value.trim() ? undefined : file.files[0];
  const pasted = new File([texts.value], PASTED, { type: "text/plain" });
  return pasted.size < WORTH_SHOWING ? undefined : pasted;
};

const look = () => {
  const chosen = file.files[0] ?? sent();
  const tooLarge = Boolean(chosen) && chosen.size > Number(form.dataset.upload);
  notice.hidden = !tooLarge;
  send.disabled = tooLarge;
  if (file.files[0] && !name.value) name.value = chosen.name.replace(/\.[^.]+$/, "").slice(0, 120);
};
file.addEventListener("change", look);
texts.addEventListener("input", look);
// A fast user may have chosen a file before this script loaded.
look();

// The zone takes a file that is dropped anywhere on it, and shows that it will.
const zone = form.querySelector("[data-drop]");
for (const kind of ["dragenter", "dragover", "dragleave", "drop"])
  zone.addEventListener(kind, () => zone.classList.toggle("over", kind === "dragenter" || kind === "dragover"));

const stop = (problems) => {
  sending.hidden = true;
  send.disabled = false;
  refused.hidden = false;
  refused.textContent = problems.join(" ");
};

form.addEventListener("submit", (event) => {
  const chosen = sent();
  if (!chosen || chosen.size < WORTH_SHOWING) return;
  event.preventDefault();
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  request.responseType = "json";
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    progress.value = loaded / total;
    said.textContent = loaded < total ? `${Math.floor((100 * loaded) / total)} % sent` : "Reading the file …";
    if (loaded >= total) progress.removeAttribute("value");
  });
  request.addEventListener("load", () => {
    if (request.response?.where) location.assign(request.response.where);
    else stop(request.response?.problems ?? ["The file could not be sent. Try again."]);
  });
  request.addEventListener("error", () => stop(["The server cannot be reached. Try again."]));
  sending.hidden = false;
  refused.hidden = true;
  send.disabled = true;
  const body = new FormData(form);
  body.set("file", chosen);
  body.set("texts", "");
  request.send(body);
});
