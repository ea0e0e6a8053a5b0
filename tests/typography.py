"""How each language sets its signs."""

import re
from typing import Final

UNIT: Final = r"[\d}] (?:[$€%]|M\b|Mio\b)"
"""A line may break between a figure and its unit."""
WRONG: Final = {
    "en": rf"[\"'«»„]|\s[;:!?%]|{UNIT}",
    "fr": rf"[\"'“”„]| [;:!?»]|«(?!\u202f)|(?<!\u202f)»|(?<!\xa0)%|{UNIT}",
    "de": rf"[\"'«»”]|\s[;:!?]|: (?:möglich s|hierher g)|[a-zäöüß]…|(?<!\xa0)%|{UNIT}",
}
"""What a language has no use for: in German a sentence after a colon has a capital letter, and “…”
follows a space."""


def assert_well_set(said: str, language: str) -> None:
    assert said == said.strip()
    wrong = re.search(WRONG[language], said)
    assert not wrong, f"{wrong[0]!r} in {said!r}"
    if language == "de":
        assert said.count("„") == said.count("“"), said
