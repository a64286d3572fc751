"""The pages that tests open: one of each kind in each language, by its address in the site."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext

NewContext = Callable[..., BrowserContext]

# For `add_init_script`: a browser that keeps nothing, as some settings have it.
REFUSE_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("refused", "SecurityError"); },
})"""

KINDS: dict[str, str] = {
    "home-es": "index.html",
    "home-en": "en/index.html",
    "index-es": "indice.html",
    "index-en": "en/index-a-z.html",
    "category-es": "categorias/memoria-y-atencion.html",
    "category-en": "en/categories/memoria-y-atencion.html",
    "term-es": "terminos/cache-kv.html",
    "term-en": "en/terms/cache-kv.html",
    "calculator-es": "calculadora.html",
    "calculator-en": "en/calculator.html",
    "accuracy-es": "exactitud.html",
    "accuracy-en": "en/accuracy.html",
    "diagnostics-es": "diagnosticos.html",
    "diagnostics-en": "en/diagnostics.html",
    "translations-es": "traducciones.html",
    "translations-en": "en/translations.html",
    "search-es": "buscar.html",
    "search-en": "en/search.html",
    "not-found": "404.html",
}
