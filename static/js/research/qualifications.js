// A preset of qualifications fills in its fields, which can still be changed.
for (const button of document.querySelectorAll("[data-fill]")) {
  button.addEventListener("click", () => {
    for (const [name, value] of Object.entries(JSON.parse(button.dataset.fill))) {
      button.form.elements[name].value = value ?? "";
    }
    button.form.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
