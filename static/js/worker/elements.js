/* New elements of a page. */

export function element(name, className) {
  return Object.assign(document.createElement(name), { className });
}

export function button(words, act, className = "") {
  const made = Object.assign(element("button", className), { type: "button", textContent: words });
  made.addEventListener("click", act);
  return made;
}
