"""Text as readers type it and as dictionaries order it: folding, slugs, collation, sentences.

Everything here is a pure function of strings, on the standard library alone. Two of them have a
counterpart elsewhere that must agree with them and is tested to: `fold` has a twin in the search
engine (`templates/assets/js/search.js`), and the sort keys give the order of browsers'
`Intl.Collator`.
"""

import re
import unicodedata
from functools import lru_cache
from types import MappingProxyType
from typing import Final

# --- Folding -------------------------------------------------------------------------------------

# Only these characters are folded; others pass as they are. Their case and decomposition have been
# fixed for many Unicode versions, so Python and JavaScript agree whatever tables each ships.
_FOLDED: Final = re.compile(
    "[\u0000-\u058f\u1e00-\u1fff\u2000-\u218f\u2212\ufb00-\ufb06\ufe00-\ufe0f\ufeff\uff01-\uff5e]"
)
_MARKS: Final = re.compile("[\u0300-\u036f]+")
_N_TILDE: Final = re.compile("n[\u0300-\u036f]*\u0303[\u0300-\u036f]*")
# Written out because `\s` differs between Python and JavaScript; control characters count as space.
_SPACES: Final = re.compile("[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u3000]+")

_REPLACED: Final = {
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("‘’‚‛′‵‹›ʹʼ`´", "'"),
    **dict.fromkeys("“”„‟″«»", '"'),
    "⁄": "/",
    **dict(zip("ßæœþ", ("ss", "ae", "oe", "th"), strict=True)),
    **dict(zip("øđðłħŧŋıς", "oddlhtniσ", strict=True)),
    # Invisible: soft hyphen, zero-width and direction characters, variation selectors.
    **dict.fromkeys(
        "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff"
        "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069",
        "",
    ),
    **{chr(code): "" for code in range(0xFE00, 0xFE10)},
}


def nfc(text: str) -> str:
    """Return `text` in Unicode's composed form: `n` followed by U+0303 becomes one `ñ`."""
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=4096)
def _fold_char(char: str) -> str:
    if not _FOLDED.match(char):
        return char
    # A sign such as ´ decomposes into a space and a mark, so replacing comes first as well as last.
    if (replaced := _REPLACED.get(char)) is not None:
        return replaced
    lowered = unicodedata.normalize("NFKD", char).lower()
    return "".join(_REPLACED.get(part, part) for part in lowered)


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Return `text` as it is compared in searches and when looking for duplicates.

    Lower case; no accents, except that ñ stays a letter of its own (however it was composed);
    ligatures and letters such as ø or ß spelled out; curly quotes, primes, guillemets, dashes and
    unusual spaces made plain; invisible characters dropped; white space collapsed and trimmed.
    Folding twice changes nothing. Scripts other than Latin, Greek, Cyrillic and Armenian pass.
    """
    folded = "".join(map(_fold_char, text))
    folded = _MARKS.sub("", _N_TILDE.sub("ñ", folded))
    return _SPACES.sub(" ", folded).strip(" ")


# --- Slugs ---------------------------------------------------------------------------------------

_GREEK_NAMES: Final = dict(
    zip(
        "αβγδεζηθικλμνξοπρστυφχψω",
        (
            *("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota"),
            *("kappa", "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "tau"),
            *("upsilon", "phi", "chi", "psi", "omega"),
        ),
        strict=True,
    )
)


def slug(text: str) -> str:
    """Return an ASCII kebab-case identifier for `text`, or `""` if nothing of it can be kept.

    The text is folded, then: ñ becomes n; each `+` becomes the word "plus"; a `#` right after a
    letter or digit becomes "sharp"; Greek letters become their names; apostrophes vanish;
    everything else that is not a letter a–z or a digit separates words.
    So `C++` → `c-plus-plus`, `C#` → `c-sharp`, `llama.cpp` → `llama-cpp`, `Q4_K_M` → `q4-k-m`.
    """
    words = fold(text).replace("ñ", "n").replace("'", "").replace("+", " plus ")
    words = re.sub("(?<=[a-z0-9])#", " sharp ", words)
    words = "".join(f" {_GREEK_NAMES[char]} " if char in _GREEK_NAMES else char for char in words)
    return "-".join(re.findall("[a-z0-9]+", words))


# --- Collation -----------------------------------------------------------------------------------

SortKey = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], str]
"""Weights of letters, then of accents, then of case and style, then the text itself."""

# Primary order of the root collation of Unicode's CLDR: spaces, punctuation, symbols, digits,
# letters. Letters with an accent of their own place (ŋ, ı, þ …) stand where that order puts them.
_ORDER: Final = (
    "\t\n\v\f\r\u0085\u2028\u2029 ‾_-‐‒–—―,;:!¡?¿‽.·'‹›\"«»()[]{}‖§¶@*/\\&#%‰‱†‡•‣‧′‵※"
    "`´^¯¨¸°©®←→↑↓↔↕↖↗↘↙⇐⇑⇒⇓⇔⇕∀∂∅∆∇∈∋∏∑+±÷×<=>¬|¦~−∕⁄∗∘∙√∛∜∝∞∧∨∩∪∫≈≡≤≥■□▲△▶▷▼▽◀◁◆◇○●★☆✓✔✕✖✗✘"
    "¤¢$£¥₡₦₩₪₫€₱₲₴₹₺₽₿0123456789abcdefghiıjklmnñŋopqĸrstŧuvwxyzþαβγδεζηθικλμνξοπρστυφχψω"
)
_LETTERS: Final = frozenset("abcdefghijklmnñopqrstuvwxyz")

# Invented marks stand for differences of the second level that no real mark makes.
_LIGATURE, _LONG, _CURLY = "\ue000", "\ue001", "\ue002\ue003\ue004\ue005"
_MARK_ORDER: Final = (
    "\u0332\u0313\u0314\u0301\u0300\u0306\u0302\u030c\u030a\u0342\u0308\u030b\u0303\u0307\u0338"
    "\u0327\u0328\u0304\u0337\u0335\u0305\u0309\u030f\u0310\u0311\u031b\u0323\u0324\u0325\u0326"
    "\u032d\u032e\u0330\u0331\u0345" + _LIGATURE + _LONG + _CURLY
)
_EXPANDED: Final = {
    **{stroked: letter + "\u0335" for stroked, letter in zip("đħłĐĦŁ", "dhlDHL", strict=True)},
    **{stroked: letter + "\u0338" for stroked, letter in zip("øØ", "oO", strict=True)},
    **{char: plain + _LIGATURE for char, plain in zip("ðÐ", "dD", strict=True)},
    **{curly: "'" + mark for curly, mark in zip("‘’‚‛", _CURLY, strict=True)},
    **{curly: '"' + mark for curly, mark in zip("“”„‟", _CURLY, strict=True)},
}
# These are a style besides: they come after what they are made of on the third level too.
_EXPANDED_STYLED: Final = {
    **{pair[0]: _LIGATURE.join(pair[1:]) for pair in ("ßss", "ẞSS", "æae", "ÆAE", "œoe", "ŒOE")},
    "ſ": "s" + _LONG,
    "ς": "σ",
}
_PRIMARY: Final = MappingProxyType({char: rank for rank, char in enumerate(_ORDER, start=1)})
_SECONDARY: Final = MappingProxyType({char: rank for rank, char in enumerate(_MARK_ORDER, start=1)})
# Third level: the plain form first, then styles, then capitals (a style of a capital: plus 6).
_PLAIN, _COMPATIBLE, _CAPITAL = 2, 4, 6
_STYLES: Final = MappingProxyType(
    {"<wide>": 3, "<compat>": 4, "<font>": 5, "<circle>": 6, "<super>": 20, "<sub>": 21}
    | {"<noBreak>": 27, "<square>": 28, "<fraction>": 30}
)
_Weights = tuple[int, int, int]


@lru_cache(maxsize=4096)
def _weights(char: str, style: int = _PLAIN) -> tuple[_Weights, ...]:
    """Return the weights of a character, 0 where it has none on that level."""
    if (rank := _SECONDARY.get(char)) is not None:
        return ((0, rank, style),)
    lower = char.lower()
    if lower in _PRIMARY:
        is_capital = lower != char and style <= _STYLES["<circle>"]
        return ((_PRIMARY[lower], 0, style + _CAPITAL if is_capital else style),)
    if (plain := _EXPANDED.get(char)) is not None:
        return tuple(weights for part in plain for weights in _weights(part, style))
    if (styled := _EXPANDED_STYLED.get(char)) is not None:
        return tuple(weights for part in styled for weights in _weights(part, _COMPATIBLE))
    tag, _, parts = unicodedata.decomposition(char).partition(" ")
    if tag in _STYLES:
        chars = [chr(int(code, 16)) for code in parts.split()]
        return tuple(weights for part in chars for weights in _weights(part, _STYLES[tag]))
    category = unicodedata.category(char)
    if category in ("Cc", "Cf"):
        return ()
    if category == "Mn":
        return ((0, len(_MARK_ORDER) + ord(char), style),)
    # Unlisted characters come after all listed ones, by code point, capitals beside small letters.
    folded = lower if len(lower) == 1 else char
    return ((len(_ORDER) + ord(folded), 0, style if folded == char else style + _CAPITAL),)


def _compose_enye(decomposed: str) -> str:
    """Return canonically decomposed text with each `n` that bears a tilde as one ñ again."""

    def compose(run: re.Match[str]) -> str:
        letter, marks = run[1], run[2]
        before, tilde, after = marks.partition("\u0303")
        # A mark above the letter that comes first keeps the tilde from joining the n.
        if not tilde or any(unicodedata.combining(mark) == 230 for mark in before):
            return run[0]
        return ("ñ" if letter == "n" else "Ñ") + before + after

    return re.sub("([nN])([\u0300-\u036f]+)", compose, decomposed)


def _key(text: str, decomposed: str) -> SortKey:
    weights = [weights for char in decomposed for weights in _weights(char)]
    return (
        tuple(primary for primary, _, _ in weights if primary),
        tuple(secondary for _, secondary, _ in weights),
        tuple(tertiary for _, _, tertiary in weights),
        text,
    )


def spanish_sort_key(text: str) -> SortKey:
    """Return a key that sorts as `Intl.Collator("es")` does, ñ being a letter after n.

    Letters decide first, then accents, then case; `ll` and `ch` are two letters each. The order is
    total: texts that the collator holds equal are told apart by their characters.
    """
    return _key(text, _compose_enye(unicodedata.normalize("NFD", text)))


def english_sort_key(text: str) -> SortKey:
    """Return a key that sorts as `Intl.Collator("en")` does, ñ being an n with an accent."""
    return _key(text, unicodedata.normalize("NFD", text))


def sort_key(text: str, lang: str) -> SortKey:
    """Return the sort key of `text` in `lang`: Spanish order for `"es"`, else English order."""
    return spanish_sort_key(text) if lang == "es" else english_sort_key(text)


DIGITS: Final = "0–9"
OTHER: Final = "#"
ALPHABET: Final = MappingProxyType(
    {
        "es": tuple("ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"),
        "en": tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    }
)
"""The letters of an index by language: 27 in Spanish, 26 in English."""


def index_letter(text: str, lang: str) -> str:
    """Return the heading of an A–Z index that `text` stands under.

    A letter of `ALPHABET[lang]`; `DIGITS` where the text begins with a digit; else `OTHER`
    (punctuation, symbols, other scripts, an empty text).
    """
    primaries = sort_key(text, lang)[0]
    first = _ORDER[primaries[0] - 1] if primaries and primaries[0] <= len(_ORDER) else ""
    if first in _LETTERS:
        return first.upper()
    return DIGITS if first.isdecimal() else OTHER


# --- Sentences -----------------------------------------------------------------------------------

# Abbreviations after which a sentence goes on, without their last point. Units (min, ms) and names
# written like one (PP, M4 Max) are not among them: a sentence may well end with those.
_ABBREVIATION: Final = re.compile(
    r"[Ee]tc|vs|[Ee]\.?g|[Ii]\.?e|([Pp]\.)?[Ee]j|[Cc]fr?|al|ca|a\.?k\.?a|s\.f"
    r"|[Aa]pro?x|[Aa]pprox|[Mm]áx|[Mm]ín|[Ff]igs?|[Ee]c|[Ee]q|[Pp]ágs?|pp?|[Nn]úm|[Vv]ol|[Ee]d"
    r"|[Vv]ers?|[Vv]id|incl|excl|resp|[Dd]ra?|[Ss]ra?|St|Mrs?|Prof|EE|UU|EE\.UU|Inc|Ltd|[Uu]ds?"
)
_SENTENCE_END: Final = re.compile(r"""(?:\.\.\.|[.!?…])[)\]»”’"']*(?=\s+(\S+))""")
_LAST_WORD: Final = re.compile(r"[^\s(\[¿¡«“\"']*\Z")


def _starts_sentence(word: str) -> bool:
    """Return whether a word may open a sentence: no small letter first, or a name like vLLM."""
    bare = word.lstrip("¿¡«“‘\"'([")
    if not bare or not bare[0].islower():
        return True
    # Names are written small at the start of a sentence too: llama.cpp, vLLM, iPhone, q4_0.
    return any(char.isupper() or char.isdigit() for char in bare) or bool(
        re.match(r"\w+\.\w", bare)
    )


def first_sentence(plain_text: str) -> str:
    """Return the first sentence of a paragraph of plain text, or all of it, trimmed.

    A sentence ends at `.`, `!`, `?` or `…` before white space and a word that can open another
    one; never after an abbreviation (p. ej., e.g., vs., etc.) or an initial, nor inside `3.1` or
    `llama.cpp`.
    """
    text = plain_text.strip()
    for end in _SENTENCE_END.finditer(text):
        if not _starts_sentence(end[1]):
            continue
        if text[end.start()] == "." and not end[0].startswith("..."):
            last = _LAST_WORD.search(text, 0, end.start())
            word = last[0] if last else ""
            if _ABBREVIATION.fullmatch(word) or (len(word) == 1 and word.isupper()):
                continue
        return text[: end.end()]
    return text
