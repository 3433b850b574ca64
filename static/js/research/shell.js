// What surrounds a page works without this; with it, the keyboard and a refresh are treated better.
const menus = [...document.querySelectorAll("details[data-menu]")];
const find = document.querySelector("[data-find]");
const typing = "input, textarea, select, [contenteditable]";

for (const menu of menus) {
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
}
// A definition stays open until it is closed.
for (const one of document.querySelectorAll("details[data-menu], details[data-definition]")) {
  one.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && one.open) {
      one.open = false;
      one.querySelector("summary").focus();
    }
  });
}
document.addEventListener("click", (event) => {
  for (const menu of menus) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest(typing)) return;
  const side = document.getElementById("side");
  if (!find || document.querySelector(":popover-open:not(#side)")) return;
  event.preventDefault();
  if (find.checkVisibility()) find.select();
  else {
    side.showPopover();
    side.querySelector("input").focus();
  }
});

// The tab of this page is in sight, also where not all of them are.
for (const tabs of document.querySelectorAll("[data-tabs]")) {
  const here = tabs.querySelector("[aria-current]");
  if (here) tabs.scrollLeft = here.offsetLeft - (tabs.clientWidth - here.offsetWidth) / 2;
}

// What had the focus and is no longer there after a refresh leaves it to its menu, not to the page.
let held = null;
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  held = detail.target.contains(document.activeElement) ? detail.target.closest(".actions") : null;
});
document.addEventListener("htmx:oobAfterSwap", () => {
  const actions = held;
  if (!actions) return;
  held = null;
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const menu = actions.querySelector("details");
    (menu.open ? menu.querySelector("summary") : actions.querySelector("#primary > *")).focus();
  });
});

for (const button of document.querySelectorAll("[data-copies]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    button.textContent = "Copied";
  });
}

// What is archived can be read: what its forms hold is shown, and nothing in them can be used.
function still() {
  for (const form of document.querySelectorAll('main.archived form[method="post"]:not([data-always])')) {
    for (const field of form.elements) if (field.type !== "hidden") field.disabled = true;
  }
}
still();
document.addEventListener("htmx:afterSettle", still);
