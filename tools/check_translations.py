"""Fails when a sentence of the sources is missing, fuzzy or untranslated in a language, or no longer used."""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from game.bundling import KEYWORDS  # noqa: E402 (found by way of the path)


def sources() -> Catalog:
    """Every sentence marked in Python and templates."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    catalog = Catalog()
    found = extract_from_dir(ROOT, methods, options, keywords=KEYWORDS)
    for filename, line, message, _comments, context in found:
        catalog.add(message, locations=[(filename, line)], context=context)
    return catalog


def fields(text: str) -> set[str]:
    """Names of the placeholders in a sentence, of either kind."""
    names = {name for _, name, _, _ in string.Formatter().parse(text.replace("%", "%%")) if name}
    percents = {part.split(")")[0] for part in text.split("%(")[1:]}
    return names | percents


def faults(wanted: Catalog, path: Path) -> list[str]:
    """What is wrong with one language's file."""
    with path.open("rb") as file:
        catalog = read_po(file, domain="django")
    wrong = [f"not translated: {m.id!r}" for m in wanted if m.id and (m.id, m.context) not in _known(catalog)]
    for message in catalog:
        if not message.id:
            continue
        strings, ids = _forms(message.string), _forms(message.id)
        if message.fuzzy or not all(strings):
            wrong.append(f"fuzzy or empty: {message.id!r}")
        elif any(fields(text) - set().union(*map(fields, ids)) for text in strings):
            wrong.append(f"placeholder that the sentence does not have: {message.id!r}")
        if (message.id, message.context) not in _known(wanted):
            wrong.append(f"no longer used: {message.id!r}")
    return wrong


def _forms(texts: str | Sequence[str] | None) -> list[str]:
    """Singular and plurals of a sentence, or the sentence alone."""
    return [texts or ""] if texts is None or isinstance(texts, str) else list(texts)


def _known(catalog: Catalog) -> set[tuple[object, object]]:
    return {(message.id, message.context) for message in catalog}


_RENAMED = re.compile(r"(?:^|[ (,])(n?p?gettext(?:_lazy)?) as (\w+)", re.M)


def unmarked() -> list[str]:
    """Where a translating function has a name by which its sentences are not found."""
    found = []
    for folder in ("game", "macao_site"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for name, alias in _RENAMED.findall(path.read_text(encoding="utf-8")):
                if alias not in KEYWORDS:
                    found.append(f"{path.relative_to(ROOT)}: {name} is called {alias} there, which marks no sentence")
    return found


def main() -> int:
    wanted, lost = sources(), unmarked()
    failed = len(lost)
    for line in lost:
        print(line)
    for path in sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po")):
        wrong = faults(wanted, path)
        failed += len(wrong)
        for line in wrong:
            print(f"{path.relative_to(ROOT)}: {line}")
    print(f"{sum(1 for m in wanted if m.id)} sentences, {failed} faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
