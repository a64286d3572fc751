// What generated scripts define for the others: each is a `const` of a classic script.

/** Text of the interface by key; a text with a number in it by plural category. */
declare const LemarioStrings: Record<string, string | Record<string, string>>;

/** The search index, injected when it is first needed. */
declare const LemarioData: Data;

type CacheType = "f32" | "f16" | "bf16" | "q8_0" | "q5_1" | "q5_0" | "q4_1" | "q4_0" | "iq4_nl";
type Estimate = "low" | "expected" | "high";
type Fit = "fits" | "tight" | "no";
type Pace = "smooth" | "usable" | "slow";

type MemoryLimit = "none" | "macos" | "gtt";
/** What weights are read from: it decides which share of the bandwidth is reached. */
type MemoryKind = "gddr" | "hbm" | "unified" | "ram";
type Backend = "cuda" | "rocm" | "vulkan" | "metal" | "cpu";
type Refusal = "none" | "values_need_flash_attention" | "latent_types_differ" | "head_is_no_whole_block";

/** A matrix as the formulas take it; of its fields, those that scripts make themselves. */
interface Matrix {
  readonly copies: ReadonlyArray<{ readonly block: number; readonly place: number; readonly number: number }>;
  readonly stored: string;
}
/** A matrix in the catalogue: it says its places where they are not the layer's own blocks. */
interface CompactMatrix {
  readonly places?: readonly number[];
  readonly numbers?: readonly number[];
}
interface Decoder<M> {
  readonly context: number;
  readonly layers: ReadonlyArray<{ readonly blocks: readonly number[]; readonly matrices: readonly M[] }>;
  readonly outside: readonly M[];
  readonly skipped: readonly M[];
}
/** A decoder as the formulas take it, and as the catalogue writes it. */
type Architecture = Decoder<Matrix>;
type CompactArchitecture = Decoder<CompactMatrix>;

/** How llama.cpp is started. */
interface Settings {
  readonly n_ctx: number;
  readonly slots: number;
  readonly unified: boolean;
  readonly n_ubatch: number;
  readonly kv_type_k: CacheType;
  readonly kv_type_v: CacheType;
  readonly flash_attention: boolean;
  readonly swa_full: boolean;
  readonly logits_rows: number;
  readonly predicted: number;
}

/** A GPU's part of the model, on a line on which all GPUs lie, and what is left on it. */
interface Gpu {
  readonly begin: number;
  readonly end: number;
  readonly free_bytes: number;
}
/** Where llama.cpp puts a model. */
interface Placement {
  readonly gpu_layers: number;
  readonly cpu_moe_layers: number;
  readonly split: "layer" | "row" | "tensor";
  readonly parts: number;
  readonly gpus: readonly Gpu[];
  readonly ram_free_bytes: number;
  readonly shares_ram: boolean;
}

interface Device {
  readonly name: string;
  readonly memory_gib: number;
  readonly bandwidth_gb_s: number;
  readonly memory: MemoryKind;
  /** What keeps a share of the memory from the GPU. */
  readonly limit: MemoryLimit;
  readonly backend: Backend;
}

/** Models and devices by id, and the types of files. */
interface Catalogue {
  readonly models: Record<string, { readonly name: string; readonly architecture: CompactArchitecture }>;
  readonly devices: Record<string, Device>;
  readonly file_types: readonly string[];
}
declare const LemarioCatalogue: Catalogue;

/** The formulas that the calculator composes; made from Python, like all the others beside them. */
interface Formulas {
  parameters(a: Architecture): number;
  active_parameters(a: Architecture): number;
  weights_bytes(a: Architecture, file_type: string): number;
  loaded_bytes(a: Architecture, file_type: string): number;
  active_weights_bytes(a: Architecture, file_type: string): number;
  bits_per_weight(file_bytes: number, n_parameters: number): number;
  refusal(a: Architecture, s: Settings): Refusal;
  kv_cache_bytes(a: Architecture, s: Settings): number;
  state_bytes(a: Architecture, s: Settings): number;
  compute_buffer_bytes(a: Architecture, s: Settings): number;
  overhead_bytes(backend: Backend, estimate: Estimate): number;
  total_bytes(a: Architecture, drafts: readonly Architecture[], s: Settings, model_bytes: number, driver_bytes: number): number;
  gpu_memory_gib(memory_gib: number, limit: MemoryLimit): number;
  available_bytes(gpu_gib: number, reserved_gib: number): number;
  fit(low_bytes: number, high_bytes: number, device_bytes: number): Fit;
  gpu_weights_bytes(a: Architecture, file_type: string, p: Placement, g: Gpu): number;
  gpu_kv_cache_bytes(a: Architecture, s: Settings, p: Placement, g: Gpu): number;
  gpu_state_bytes(a: Architecture, s: Settings, p: Placement, g: Gpu): number;
  gpu_buffer_bytes(a: Architecture, s: Settings, file_type: string, p: Placement, g: Gpu): number;
  gpu_bytes(a: Architecture, drafts: readonly Architecture[], s: Settings, file_type: string, p: Placement, g: Gpu): number;
  ram_weights_bytes(a: Architecture, file_type: string, p: Placement): number;
  ram_bytes(a: Architecture, s: Settings, file_type: string, p: Placement): number;
  largest_context(a: Architecture, drafts: readonly Architecture[], s: Settings, file_type: string, p: Placement): number;
  number_of_layers(a: Architecture): number;
  decode_tokens_per_second(bandwidth_gb_s: number, memory: MemoryKind, weights_read_bytes: number, cache_bytes: number, n_layers: number, n_devices: number, estimate: Estimate): number;
  pace(tokens_per_second: number): Pace;
  trace_kv_cache_bytes(a: Architecture, s: Settings, n: (value: number) => string): string;
}
declare const LemarioFormulas: Formulas;
