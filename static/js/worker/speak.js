/* Texts in the worker's language. English stands in the scripts; a page in another language brings
   the texts of its scripts along. A name in braces is filled in, wherever a language puts it. */

const page = document.getElementById("script-texts");
const { language = "en", texts = {} } = page ? JSON.parse(page.textContent) : {};
const rules = new Intl.PluralRules(language);
const NAME = /\{(\w+)\}/u;

export function tr(text, values = {}) {
  return filled(texts[text] ?? text, values);
}

/* In the plural form for `count`, which may also be in the text. */
export function trn(one, many, count, values = {}) {
  const kind = rules.select(count);
  const forms = texts[one] ?? { one, other: many };
  return filled(forms[kind] ?? forms.other, { count, ...values });
}

/* A text in pieces, of which every second one is a filled-in value. */
export function pieces(text, values) {
  return text.split(NAME).map((piece, at) => (at % 2 ? String(values[piece]) : piece));
}

function filled(text, values) {
  return pieces(text, values).join("");
}
