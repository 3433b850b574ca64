"""The forms of the API as TypedDicts."""

from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from textwrap import fill

from midpath_generator.families import bases_of, own_fields, with_shared
from midpath_generator.schema import Schema, first_sentence, forms_of, modules_of_forms, names_in

HEAD = '''"""The forms that the API takes and returns. Written by `make client`; do not edit.

Names that end in Input are forms that operations take, and names that end in Query are filters
of lists. Times are texts in ISO 8601, money is a decimal in a text. A server may return more."""

'''
MODULE_HEAD = '''"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict

'''


def models(schema: Schema) -> dict[str, str]:
    """Return the source of each module of forms."""
    forms = with_shared(forms_of(schema))
    bases = bases_of(forms)
    uses = {
        name: names_in(form) | ({bases[name]} if name in bases else set())
        for name, form in forms.items()
    }
    modules = modules_of_forms(schema, uses)
    texts = {"__init__": HEAD}
    for module in sorted(set(modules.values())):
        inside = {name: uses[name] for name in uses if modules[name] == module}
        texts["__init__"] += f"from midpath.models.{module} import *  # noqa: F403\n"
        written = [model(name, forms, bases) for name in in_order(inside)]
        classes = [text for text in written if text.startswith("class")]
        aliases = [text for text in written if text not in classes]
        texts[module] = "\n\n".join(
            [MODULE_HEAD + imports(inside, modules), *classes, "".join(aliases)]
        )
    return {f"models/{module}.py": text for module, text in texts.items()}


def imports(uses: Mapping[str, set[str]], modules: Mapping[str, str]) -> str:
    """Return the imports of the forms that the forms of a module use."""
    names = {name for used in uses.values() for name in used} & modules.keys() - uses.keys()
    return "".join(f"from midpath.models.{modules[name]} import {name}\n" for name in sorted(names))


def in_order(uses: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield the names of forms alphabetically, but each after the forms that it uses."""
    sorter = TopologicalSorter({name: used & uses.keys() for name, used in uses.items()})
    sorter.prepare()
    while ready := sorted(sorter.get_ready()):
        yield from ready
        sorter.done(*ready)


def model(name: str, forms: Mapping[str, Schema], bases: Mapping[str, str]) -> str:
    """Return the source of one form."""
    form, base = forms[name], bases.get(name, "")
    fields = list(own_fields(form, forms[base] if base else {}))
    summary = first_sentence(form.get("description", ""))
    if base and not fields and not summary:
        return f"{name} = {base}\n"
    lines = [f"class {name}({base or 'TypedDict'}):"]
    lines += [docstring(summary), ""] if summary else []
    lines += [f"    {field}: {typed}" for field, typed in fields]
    return "\n".join(lines) + "\n"


def docstring(text: str, indent: str = "    ") -> str:
    """Format a text as a docstring with lines of at most 100 characters."""
    quoted = f'"""{text}"""'
    return fill(quoted, 100, initial_indent=indent, subsequent_indent=indent)
