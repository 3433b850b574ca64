/* From the desk of a decision, Escape leads back to the answers. */

const back = document.getElementById("back");

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !back) return;
  if (!document.querySelector(":popover-open, dialog[open]")) back.click();
});
