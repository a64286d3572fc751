"""The live numbers of terms: what may be asked for, from which inputs, and how it is computed.

`calculate` in a term gives the inputs, `{placeholders}` in its example name the outputs. Two
tables say what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from lemario.calc import compute_buffer, cost, kv_cache, speed, training, weights
from lemario.calc.answers import Answer, answer
from lemario.calc.catalogue import Device
from lemario.calc.live_case import Case, MissingInputError, Quantity, read_case
from lemario.calc.load_catalogue import Catalogue, ModelEntry
from lemario.calc.questions import Question, default_settings, default_training
from lemario.calc.records import FileType, Settings
from lemario.content.markup import Placeholder


def _model(case: Case) -> ModelEntry:
    if case.model is None:
        raise MissingInputError("model")
    return case.model


def _file_type(case: Case) -> FileType:
    if case.quant is None:
        raise MissingInputError("quant")
    return case.quant


def _device(case: Case) -> Device:
    if case.device is None:
        raise MissingInputError("device")
    return case.catalogue.devices[case.device]


def _devices(case: Case) -> tuple[Device, ...]:
    return (_device(case),) * int(case.numbers.get("gpus", 1))


def _given(case: Case, name: str) -> float:
    if name not in case.numbers:
        raise MissingInputError(name)
    return case.numbers[name]


def _settings(case: Case) -> Settings:
    run = default_settings(_given(case, "context"), case.numbers.get("slots", 1.0))
    return run._replace(
        kv_type_k=case.kv,
        kv_type_v=case.kv_v or case.kv,
        n_ubatch=case.numbers.get("ubatch", run.n_ubatch),
    )


def _answer(case: Case) -> Answer:
    return answer(
        Question(
            _model(case).architecture,
            _file_type(case),
            _settings(case),
            _devices(case) if case.device else (),
            reserved_gib=case.numbers.get("reserved", 0.0),
        )
    )


def _on_device(case: Case, kind: str, read: Callable[[Answer], float | str]) -> Quantity:
    _device(case)
    return Quantity(kind, read(_answer(case)))


def _config(case: Case, name: str) -> float:
    return float(getattr(_model(case).model.config, name) or 0)


def _parameters(case: Case) -> float:
    return weights.parameters(_model(case).architecture)


def _weights(case: Case) -> float:
    return weights.weights_bytes(_model(case).architecture, _file_type(case))


def _bits_per_weight(case: Case) -> float:
    loaded = weights.loaded_bytes(_model(case).architecture, _file_type(case))
    return weights.bits_per_weight(loaded, _parameters(case))


def _table_parameters(case: Case) -> float:
    return _config(case, "vocab_size") * _config(case, "hidden_size")


def _table(case: Case) -> float:
    """Bytes of input embeddings that are looked up only; 0 if they are the output too."""
    return weights.looked_up_bytes(_model(case).architecture, _file_type(case))


def _read(case: Case) -> float:
    return weights.active_weights_bytes(_model(case).architecture, _file_type(case))


def _bandwidth(case: Case) -> float:
    given = case.numbers.get("bandwidth")
    return _device(case).bandwidth_gb_s if given is None else given


def _ceiling(case: Case, read_bytes: float) -> float:
    """Tokens a second that the bandwidth allows at most."""
    return _bandwidth(case) * 1e9 / read_bytes


def _kv_cache(case: Case) -> float:
    return kv_cache.kv_cache_bytes(_model(case).architecture, _settings(case))


def _kv_per_token(case: Case) -> float:
    whole = {**case.numbers, "context": 256.0}
    return _kv_cache(replace(case, numbers=whole)) / 256


def _kv_prompt(case: Case) -> float:
    return _kv_per_token(case) * _given(case, "prompt")


def _kv_windows(case: Case) -> float:
    decoder = _model(case).architecture
    windows = tuple(layer for layer in decoder.layers if layer.window > 0)
    return kv_cache.kv_cache_bytes(decoder._replace(layers=windows), _settings(case))


def _kv_no_window(case: Case) -> float:
    run = _settings(case)._replace(swa_full=True)
    return kv_cache.kv_cache_bytes(_model(case).architecture, run)


def _head_dim(case: Case) -> float:
    """Elements of a head, of the first layer that has a cache."""
    layers = _model(case).architecture.layers
    return next((layer.head for layer in layers if layer.key_row > 0), 0.0)


def _kv_every_head(case: Case) -> float:
    """Bytes of the KV cache in f16 if each query head had a key and a value of its own."""
    config = _model(case).model.config
    heads, head = config.num_attention_heads, _head_dim(case)
    row = heads * 2 * head
    if config.kv_lora_rank:
        key = (config.qk_nope_head_dim or 0) + (config.qk_rope_head_dim or 0)
        row = heads * (key + (config.v_head_dim or 0))
    return config.num_hidden_layers * row * _given(case, "context") * 2


def _buffer(case: Case, flash_attention: bool = True) -> float:
    run = _settings(case)._replace(flash_attention=flash_attention)
    return compute_buffer.compute_buffer_bytes(_model(case).architecture, run)


def _lora(case: Case) -> float:
    """Parameters of an adapter for all matrices of the layers, those of experts too."""
    run = default_training("lora")._replace(rank=_given(case, "rank"), experts=True)
    return training.adapter_parameters(_model(case).architecture, run)


def _decode(case: Case) -> float:
    given = case.numbers.get("decode")
    return float(_speed(case, "expected").value) if given is None else given


def _speed(case: Case, estimate: str) -> Quantity:
    return _on_device(
        case,
        "tokens_per_second",
        lambda a: a.device.decode_tokens_per_second[estimate] if a.device else 0.0,  # type: ignore[index]
    )


def _energy(case: Case) -> float:
    return cost.energy_per_token_joules(_given(case, "power"), _decode(case))


OUTPUTS: Mapping[str, Callable[[Case], Quantity]] = {
    "model": lambda c: Quantity("text", _model(c).model.name),
    "quant": lambda c: Quantity("text", _file_type(c)),
    "kv": lambda c: Quantity("text", c.kv),
    "context": lambda c: Quantity("number", _given(c, "context")),
    "slots": lambda c: Quantity("number", c.numbers.get("slots", 1.0)),
    "parameters": lambda c: Quantity("count", _parameters(c)),
    "parameters_exact": lambda c: Quantity("number", _parameters(c)),
    "active_parameters": lambda c: Quantity(
        "count", weights.active_parameters(_model(c).architecture)
    ),
    "active_share": lambda c: Quantity(
        "percent", weights.active_parameters(_model(c).architecture) / _parameters(c)
    ),
    "table_parameters": lambda c: Quantity("count", _table_parameters(c)),
    "table_share": lambda c: Quantity("percent", _table_parameters(c) / _parameters(c)),
    "lora_parameters": lambda c: Quantity("number", _lora(c)),
    "lora_share": lambda c: Quantity("percent", _lora(c) / _parameters(c)),
    "lora": lambda c: Quantity("bytes", 2 * _lora(c)),
    "rank": lambda c: Quantity("number", _given(c, "rank")),
    "training": lambda c: Quantity("bytes", training.training_bytes(_parameters(c))),
    "layers": lambda c: Quantity("number", _config(c, "num_hidden_layers")),
    "heads": lambda c: Quantity("number", _config(c, "num_attention_heads")),
    "kv_heads": lambda c: Quantity("number", _config(c, "num_key_value_heads")),
    "hidden_size": lambda c: Quantity("number", _config(c, "hidden_size")),
    "vocabulary": lambda c: Quantity("number", _config(c, "vocab_size")),
    "window": lambda c: Quantity("number", _config(c, "sliding_window")),
    "experts": lambda c: Quantity("number", _config(c, "num_experts")),
    "experts_used": lambda c: Quantity("number", _config(c, "num_experts_per_tok")),
    "head_dim": lambda c: Quantity("number", _head_dim(c)),
    "bits_per_weight": lambda c: Quantity("decimal", _bits_per_weight(c)),
    "weights": lambda c: Quantity("bytes", _weights(c)),
    "weights_share": lambda c: Quantity("percent", _bits_per_weight(c) / 16),
    "table": lambda c: Quantity("bytes", _table(c)),
    "weights_gpu": lambda c: Quantity("bytes", _weights(c) - _table(c)),
    "read": lambda c: Quantity("bytes", _read(c)),
    "read_full": lambda c: Quantity("bytes", _read(c) + _kv_cache(c)),
    "kv_cache": lambda c: Quantity("bytes", _kv_cache(c)),
    "kv_per_token": lambda c: Quantity("bytes", _kv_per_token(c)),
    "kv_prompt": lambda c: Quantity("bytes", _kv_prompt(c)),
    "kv_saved": lambda c: Quantity(
        "percent", 1 - _kv_cache(c) / _kv_cache(replace(c, kv="f16", kv_v=None))
    ),
    "kv_windows": lambda c: Quantity("bytes", _kv_windows(c)),
    "kv_global": lambda c: Quantity("bytes", _kv_cache(c) - _kv_windows(c)),
    "kv_no_window": lambda c: Quantity("bytes", _kv_no_window(c)),
    "kv_every_head": lambda c: Quantity("bytes", _kv_every_head(c)),
    "ubatch": lambda c: Quantity("number", c.numbers.get("ubatch", default_settings(1).n_ubatch)),
    "compute_buffer": lambda c: Quantity("bytes", _buffer(c)),
    "compute_buffer_no_flash": lambda c: Quantity("bytes", _buffer(c, flash_attention=False)),
    "on_gpu": lambda c: Quantity("bytes", _weights(c) - _table(c) + _kv_cache(c) + _buffer(c)),
    "total": lambda c: Quantity("bytes", _answer(c).total_bytes),
    "device": lambda c: Quantity("text", _device(c).name),
    "device_memory": lambda c: Quantity("bytes", _device(c).memory_gib * 1073741824),
    "bandwidth": lambda c: Quantity("bandwidth", _bandwidth(c)),
    "ceiling": lambda c: Quantity("tokens_per_second", _ceiling(c, _read(c))),
    "ceiling_full": lambda c: Quantity("tokens_per_second", _ceiling(c, _read(c) + _kv_cache(c))),
    "ceiling_share": lambda c: Quantity("percent", _given(c, "decode") / _ceiling(c, _read(c))),
    "fit": lambda c: _on_device(c, "fit", lambda a: a.device.fit if a.device else ""),
    "max_context": lambda c: _on_device(
        c, "number", lambda a: a.device.max_context if a.device else 0.0
    ),
    "speed": lambda c: _speed(c, "expected"),
    "speed_low": lambda c: _speed(c, "low"),
    "speed_high": lambda c: _speed(c, "high"),
    "pace": lambda c: _on_device(c, "pace", lambda a: a.device.pace if a.device else ""),
    "power": lambda c: Quantity("watts", _given(c, "power")),
    "price": lambda c: Quantity("money", _given(c, "price")),
    "energy": lambda c: Quantity("joules", _energy(c)),
    # At a price of 1, the cost is the energy.
    "kwh": lambda c: Quantity("kwh", cost.cost_per_million_tokens(_energy(c), 1.0)),
    "hours": lambda c: Quantity("hours", 1e6 / _decode(c) / 3600),
    "cost": lambda c: Quantity(
        "money", cost.cost_per_million_tokens(_energy(c), _given(c, "price"))
    ),
    "prompt": lambda c: Quantity("number", _given(c, "prompt")),
    "prefill": lambda c: Quantity("decimal", _given(c, "prefill")),
    "decode": lambda c: Quantity("decimal", _given(c, "decode")),
    "writing": lambda c: Quantity("seconds", _given(c, "prompt") / _decode(c)),
    "first_token": lambda c: Quantity(
        "seconds",
        speed.time_to_first_token_seconds(_given(c, "prompt"), _given(c, "prefill")),
    ),
}
"""What placeholders may name, and how it is computed."""

UNITS: Mapping[str, float] = {
    "GiB": 2.0**30,
    "MiB": 2.0**20,
    "KiB": 2.0**10,
    "GB": 1e9,
    "MB": 1e6,
    "kB": 1e3,
    "B": 1.0,
}
"""What sizes may be shown in, in bytes."""


def live_value(
    inputs: Mapping[str, str], placeholder: Placeholder, catalogue: Catalogue
) -> Quantity:
    """The value of a checked placeholder; its own changes come over the term's inputs."""
    changes = {key: value for key, value in placeholder.changes if key != "unit"}
    return _value(tuple({**inputs, **changes}.items()), placeholder.name, catalogue)


@lru_cache(maxsize=4096)
def _value(inputs: tuple[tuple[str, str], ...], output: str, catalogue: Catalogue) -> Quantity:
    """Pages and checks ask the same things, in both languages and in each build of a preview."""
    case, _ = read_case(dict(inputs), catalogue)
    return OUTPUTS[output](case)
