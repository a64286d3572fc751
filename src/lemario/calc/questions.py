"""One question to the calculator: a model, how it is started, and where it is to run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lemario.calc import formulas
from lemario.calc.catalogue import Device
from lemario.calc.records import (
    Architecture,
    Backend,
    Estimate,
    FileType,
    Gpu,
    MemoryKind,
    MemoryLimit,
    Placement,
    Settings,
    SplitMode,
    Training,
    TrainingMethod,
)

ENGINE = "llama.cpp"
ENGINE_VERSION = "2026-10"
"""The release whose rules the formulas describe."""

BATCH = 2048
"""Tokens that llama.cpp takes in at once unless told otherwise (`--batch-size`)."""

ALL_LAYERS = 9999.0
"""More layers than any model has: all are to be on GPUs."""

GIB = 2.0**30
ENDLESS = 2.0**60
"""Bytes of RAM where it is not known how many there are."""

ESTIMATES: tuple[Estimate, ...] = ("low", "expected", "high")

_BACKENDS: Mapping[str, Backend] = {"NVIDIA": "cuda", "AMD": "rocm", "Apple": "metal"}


def default_settings(n_ctx: float, slots: float = 1, drafted: float = 0) -> Settings:
    """llama.cpp's defaults for a context.

    The server reserves a row of logits for each slot, and for each of `drafted` tokens of its that
    it checks at once.
    """
    return Settings(
        n_ctx=float(n_ctx),
        slots=float(slots),
        unified=True,
        n_ubatch=512.0,
        kv_type_k="f16",
        kv_type_v="f16",
        flash_attention=True,
        swa_full=False,
        logits_rows=float(min(BATCH, slots * (1 + drafted))),
        predicted=0.0,
    )


def default_training(method: TrainingMethod) -> Training:
    """One sequence of 1,024 tokens, and what Unsloth's notebooks do: rank 16, Adam in 8 bits.

    Inputs of layers wait in RAM, and logits are computed in chunks.
    """
    return Training(
        method=method,
        batch=1.0,
        sequence=1024.0,
        rank=16.0,
        experts=False,
        optimizer="adamw_8bit",
        master_weights=False,
        checkpointing="offloaded",
        chunked_logits=True,
    )


def backend_of(device: Device) -> Backend:
    """The backend that llama.cpp is usually built with for a device."""
    return _BACKENDS.get(device.vendor, "vulkan")


def memory_of(device: Device) -> MemoryKind:
    """The kind of memory that the weights are read from."""
    if device.kind in ("unified", "embedded"):
        return "unified"
    return "hbm" if (device.memory_type or "").startswith("HBM") else "gddr"


def tensor_tflops(device: Device) -> float | None:
    """Dense FP16 TFLOPS with FP16 accumulation: GeForce cards halve them with FP32 accumulation."""
    if device.fp16_tflops is None:
        return None
    geforce = device.vendor == "NVIDIA" and device.kind in ("consumer", "laptop")
    halved = geforce and not device.name.startswith("TITAN")
    return device.fp16_tflops * 2 if halved else device.fp16_tflops


def memory_limit(device: Device) -> MemoryLimit:
    """What keeps a share of the memory from the GPU unless told otherwise."""
    if device.vendor == "Apple":
        return "macos"
    return "gtt" if device.vendor == "AMD" and device.kind == "unified" else "none"


def how_to_raise(device: Device, gib: float) -> str:
    """What to type so that the system gives the GPU so many GiB, "" if it keeps none from it.

    Source: Apple, sysctl `iogpu.wired_limit_mb` (macOS 14 and later); Linux, module `ttm`,
    `pages_limit` in pages of 4 KiB.
    """
    match memory_limit(device):
        case "macos":
            return f"sudo sysctl iogpu.wired_limit_mb={gib * 1024:.0f}"
        case "gtt":
            return f"kernel parameter ttm.pages_limit={gib * 262144:.0f}"
    return ""


@dataclass(frozen=True, slots=True)
class Question:
    """A model, how it is started, and where it is to run.

    `gpu_layers` is that of `-ngl`, None for all. `backend` is the first device's own if it is None,
    or CUDA without a device. `available_gib` stands in for what the system gives each GPU.
    `projector_file_bytes` is the size of the file for pictures, 0 if there is none. `drafts`: what
    drafts tokens: a model, the block of the model itself (`predicting`), or nothing.
    """

    decoder: Architecture
    file_type: FileType
    run: Settings
    devices: tuple[Device, ...] = ()
    gpu_layers: int | None = None
    cpu_moe_layers: int = 0
    split: SplitMode = "layer"
    reserved_gib: float = 0.0
    available_gib: float | None = None
    ram_gib: float | None = None
    ram_bandwidth_gb_s: float | None = None
    backend: Backend | None = None
    projector_file_bytes: float = 0.0
    drafts: tuple[tuple[Architecture, FileType], ...] = ()

    @property
    def driver(self) -> Backend:
        """The backend that the overhead is that of."""
        return self.backend or (backend_of(self.devices[0]) if self.devices else "cuda")

    @property
    def decoders(self) -> tuple[Architecture, ...]:
        """The draft models without their file types."""
        return tuple(decoder for decoder, _ in self.drafts)

    def available_bytes(self, device: Device) -> float:
        """Bytes of a device's memory that the system gives the GPU and others do not use."""
        gpu_gib = self.available_gib
        if gpu_gib is None:
            gpu_gib = formulas.gpu_memory_gib(device.memory_gib, memory_limit(device))
        return formulas.available_bytes(gpu_gib, self.reserved_gib)

    @property
    def shares_ram(self) -> bool:
        """Whether all GPUs take their memory from the RAM."""
        return bool(self.devices) and all(memory_of(d) == "unified" for d in self.devices)

    @property
    def ram_free_bytes(self) -> float:
        """RAM for what is not on GPUs, or for all where they share it; endless if it is not known."""
        if self.shares_ram:
            most = max(d.memory_gib for d in self.devices)
            return formulas.available_bytes(most, self.reserved_gib)
        return ENDLESS if self.ram_gib is None else self.ram_gib * GIB

    def placement(
        self, besides: tuple[float, ...] = (), ram_besides_bytes: float = 0.0
    ) -> Placement:
        """Where llama.cpp puts the model: on GPUs one after the other, by their free memory.

        `besides` are the bytes on each GPU that are taken before the model is, `ram_besides_bytes`
        those of RAM.
        """
        available = [self.available_bytes(device) for device in self.devices]
        sizes = available if len(set(available)) > 1 else [1.0] * len(available)
        taken = besides or (0.0,) * len(available)
        gpus: list[Gpu] = []
        end = 0.0
        for size, room, gone in zip(sizes, available, taken, strict=True):
            gpus.append(Gpu(end, end + size, room - gone))
            end += size
        layers = ALL_LAYERS if self.gpu_layers is None else float(self.gpu_layers)
        return Placement(
            gpu_layers=layers if gpus else 0.0,
            cpu_moe_layers=float(self.cpu_moe_layers),
            split=self.split,
            parts=end or 1.0,
            gpus=tuple(gpus),
            ram_free_bytes=self.ram_free_bytes - ram_besides_bytes,
            shares_ram=self.shares_ram,
        )
