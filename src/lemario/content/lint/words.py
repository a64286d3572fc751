"""Words of Spanish that are always written with an accent, and endings that are.

Only what has no reading without the accent stands in `ALWAYS`. `AFTER_ARTICLE` holds what is also
a form of a verb or an English word (`version`, `pagina`): it counts after an article or a
preposition only. A missed fault is better than a false alarm.
"""

from __future__ import annotations

from typing import Final

from lemario.core.text import fold

_ALWAYS: Final = """
    académica académicas académico académicos acrónimo acrónimos actúa actúan además aéreo ágil
    ahí algorítmica algorítmicas algorítmico algorítmicos algún allí almacén ambigüedad ámbito
    ámbitos análisis analítica analíticas análogo análogos añadió aquí árbol aritmética
    aritméticas armonía arquitectónica arquitectónico artículos artística artístico así
    asimétrica asimétricas asimétrico asimétricos asíncrona asíncronas asíncrono asíncronos
    atómica atómicas atómico atrás automática automáticas automático automáticos autónoma
    autónomas autonomía autónomo autónomos básica básicamente básicas básico básicos batería
    baterías bibliografía biología bóveda búfer búsqueda búsquedas caída caídas cálculos cámara
    cámaras canónica canónico capítulos carácter característica características categoría
    categorías céntrico científica científicas científico científicos círculos clásica clásicas
    clásico clásicos código códigos cómodo compañía compañías cómputos común comúnmente confía
    confían continúan crédito créditos criptografía criptográfica criptográficas criptográfico
    criptográficos críticos cronología cuadrático cuántica cuánticas cuántico cuánticos cuestión
    cupón deberá deberán debería deberían débil débiles década décadas decía decían demás
    demostró depósitos desafío desafíos después detrás diámetro difícil difíciles dígitos
    dinámica dinámicamente dinámicas dinámico dinámicos dirá diría dólar dólares economía
    economías económica económicas económico económicos eléctrica eléctricas eléctrico
    eléctricos electrónica electrónicas electrónico electrónicos energía energías énfasis envía
    envían envío envíos época épocas específicos espíritu estábamos estadísticas estadístico
    estadísticos están estándar estándares estará estarán estaría estática estáticas estático
    estáticos estratégica estratégicas estratégico estrés evalúa evalúan éxito éxitos explícitas
    explícitos fácil fáciles fácilmente fenómeno fenómenos filosofía física físicas físico
    físicos fotografía fotografías garantía garantías genérica genéricas genérico genéricos
    geográfica geográficas gestión gráficos guía guías había habían habrá habrán habría habrían
    hacían haría harían híbrida híbridas híbrido híbridos hipótesis histórica históricas
    histórico históricos idéntica idénticas idéntico idénticos ideología imágenes increíble
    indígena informática informático informáticos ingeniería instantánea instantáneas
    instantáneo instantáneos interés intrínseca intrínseco inútil irónica jerárquica jerárquico
    jurídica jurídico kilómetros leído leídos léxica léxico librería librerías líder lógica
    lógicas lógico lógicos matemática matemáticas matemático matemáticos máximos mayoría
    mecánica mecánicas membresía mensajería metáfora método metodología métodos métrica métricas
    millón minería mínimos minoría módulos monolítica monolítico móvil móviles múltiples música
    ningún núcleo núcleos numérica numéricas numérico numéricos números obstáculo obstáculos
    ocurrió oír óptica óptico óptima óptimas óptimo óptimos oráculo oráculos orgánica orgánico
    órgano orígenes país países pánico parámetro parámetros párrafo párrafos película películas
    perímetro periódica periódicas periódico periódicos permitió permitirá plástico podía podían
    podrá podrán podría podrían política políticas portátil portátiles préstamo prohíbe prohíben
    propósitos próxima próximas próximo próximos psicología públicos química químico quizá
    quizás raíces raíz rápida rápidas rápido rápidos razón recién reenvía reenvían regalías
    república requerirá requeriría reúne reúnen satélite según semántica semánticas semántico
    semánticos serán símbolo símbolos simétrica simétricas simétrico simétricos
    simultáneamente simultáneas simultáneos síncrona síncrono sintáctica sintáctico síntesis
    síntoma síntomas sistemática sistemático soberanía sólido sólidos también técnica técnicas
    técnico tecnológica tecnológicas tecnológico tecnológicos teléfono teléfonos temática tendrá
    tendrán tendría tendrían tenían teoría teorías teórica teórico teóricos términos tesorería
    típica típicas típico típicos títulos todavía través túnel últimas últimos única únicamente
    únicas único únicos útil útiles vacía vacías vacío vacíos valdría varían vehículo vehículos
    verán vértice vía vías vínculos volúmenes volvería
"""
_AFTER_ARTICLE: Final = """
    área áreas artículo cálculo capítulo círculo cómputo congestión día días dígito índice
    índices inglés línea líneas máquina máquinas máxima máximo mínima mínimo módulo múltiple
    número opinión página páginas patrón público récord región término título tráfico última
    último unión
"""


def _by_fault(words: str) -> dict[str, str]:
    return {fold(word): word for word in words.split()}


ALWAYS: Final = _by_fault(_ALWAYS)
"""Faulty forms to right ones."""

AFTER_ARTICLE: Final = _by_fault(_AFTER_ARTICLE)
"""The same for forms that count after an article or a preposition only."""
