"""Read the answers of a form in a batch of Mechanical Turk that are not the text of one cell.

Answer.tone.good,Answer.tone.bad        a column for each option, true or false
Answer.taskAnswers                      JSON: [{"tone": {"label": "good"}}]"""

from collections.abc import Callable, Mapping, Sequence

from midpath.text.strict_json import UnreadableJSON, read_json

START, IN_JSON = "answer.", "answer.taskanswers"
TRUE, BOOLEAN = "true", {"true", "false", ""}
DIVIDER = "|"
Cells = list[str]


def form_reader(
    header: Sequence[str], body: Sequence[Sequence[str]]
) -> tuple[list[str], Callable[[Cells], Cells]] | None:
    """Return the header and how to convert the rows, so that a form's answer is one cell; None if
    the table needs no conversion."""
    names = [name.strip() for name in header]
    plain = [name.lower() for name in names]
    if IN_JSON in plain:
        at = plain.index(IN_JSON)
        return names, lambda cells: [*cells[:at], answer_in(cells[at]), *cells[at + 1 :]]
    options = [at for at, name in enumerate(plain) if name.startswith(START)]
    questions = {names[at].rpartition(".")[0] for at in options}
    if len(options) < 2 or len(questions) > 1 or not _are_boolean(options, body):
        return None
    labels = {at: names[at].rpartition(".")[2] for at in options}
    rest = [at for at in range(len(names)) if at not in labels]

    def convert(cells: Cells) -> Cells:
        chosen = [label for at, label in labels.items() if cells[at].strip().lower() == TRUE]
        return [*(cells[at] for at in rest), DIVIDER.join(chosen)]

    return [*(names[at] for at in rest), questions.pop()], convert


def _are_boolean(places: Sequence[int], body: Sequence[Sequence[str]]) -> bool:
    cells = [row[at].strip().lower() for row in body for at in places if at < len(row)]
    return TRUE in cells and set(cells) <= BOOLEAN


def answer_in(cell: str) -> str:
    """Return the answer to the only question of a form; a cell of another form is unchanged.

    >>> answer_in('[{"tone": {"label": "good"}}]'), answer_in('[{"tone": {"a": true, "b": false}}]')
    ('good', 'a')
    """
    try:
        found = read_json(cell.encode("utf-8", "surrogatepass"))
    except UnreadableJSON:
        return cell
    form = found[0] if isinstance(found, list) and len(found) == 1 else None
    if not isinstance(form, dict) or len(form) != 1:
        return cell
    (answer,) = form.values()
    if isinstance(answer, Mapping) and isinstance(answer.get("label"), str):
        return str(answer["label"])
    if isinstance(answer, Mapping) and answer and all(isinstance(v, bool) for v in answer.values()):
        return DIVIDER.join(option for option, chosen in answer.items() if chosen)
    return str(answer) if isinstance(answer, str | int | float) else cell
