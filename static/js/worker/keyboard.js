/* Marks the page while the keyboard is used: `.keyboard`, which style sheets need to draw a focus ring.

   The focus is where keyboard work begins from the start, but a ring around it would look like a
   choice that was made for the worker, so it shows once a key is pressed. */

export function watchKeyboard() {
  const { classList } = document.documentElement;
  addEventListener("keydown", () => classList.add("keyboard"), { capture: true, passive: true });
  addEventListener("pointerdown", () => classList.remove("keyboard"), { capture: true, passive: true });
}
