// What generated scripts define for the others: each is a `const` of a classic script.

/** Text of the interface by key; a text with a number in it by plural category. */
declare const LemarioStrings: Record<string, string | Record<string, string>>;

/** The search index, injected when it is first needed. */
declare const LemarioData: Data;

type CacheType = "f32" | "f16" | "bf16" | "q8_0" | "q5_1" | "q5_0" | "q4_1" | "q4_0" | "iq4_nl";
type Estimate = "low" | "expected" | "high";
type Fit = "fits" | "tight" | "no";
type Pace = "smooth" | "usable" | "slow";

/** A decoder as the formulas take it; of its many fields, those that scripts read themselves. */
interface Architecture {
  readonly context: number;
  readonly layers: readonly Layer[];
}
interface Layer {
  readonly blocks: readonly number[];
  readonly matrices: readonly Matrix[];
}
interface Matrix {
  /** The numbers of the layers that have it; the catalogue leaves out the layer's own `blocks`. */
  readonly places?: readonly number[];
}

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
}

interface Device {
  readonly name: string;
  readonly memory_gib: number;
  readonly bandwidth_gb_s: number;
  /** Whether the system keeps a share of the memory from the GPU. */
  readonly limited: boolean;
}

/** Bits per weight: on average, and of embeddings that are looked up only. */
interface FileType {
  readonly bits_per_weight: number;
  readonly embedding_bits: number;
}

/** Models, devices and file types, by id. */
interface Catalogue {
  readonly models: Record<string, { readonly name: string; readonly architecture: Architecture }>;
  readonly devices: Record<string, Device>;
  readonly file_types: Record<string, FileType>;
}
declare const LemarioCatalogue: Catalogue;

/** The formulas that the calculator composes; made from Python, like all the others beside them. */
interface Formulas {
  parameters(a: Architecture): number;
  active_parameters(a: Architecture): number;
  weights_bytes(n_parameters: number, bits_per_weight: number): number;
  active_weights_bytes(a: Architecture, average_bits: number, embedding_bits: number): number;
  kv_cache_bytes(a: Architecture, s: Settings): number;
  state_bytes(a: Architecture, s: Settings): number;
  compute_buffer_bytes(a: Architecture, s: Settings): number;
  overhead_bytes(estimate: Estimate, n_devices: number): number;
  total_bytes(a: Architecture, s: Settings, model_bytes: number, estimate: Estimate, n_devices: number): number;
  gpu_memory_gib(memory_gib: number, limited: boolean): number;
  available_bytes(gpu_gib: number, reserved_gib: number, n_devices: number): number;
  fit(low_bytes: number, high_bytes: number, device_bytes: number): Fit;
  largest_context(a: Architecture, s: Settings, model_bytes: number, device_bytes: number, n_devices: number): number;
  decode_tokens_per_second(bandwidth_gb_s: number, weights_read_bytes: number, cache_bytes: number, estimate: Estimate): number;
  pace(tokens_per_second: number): Pace;
  trace_kv_cache_bytes(a: Architecture, s: Settings, n: (value: number) => string): string;
}
declare const LemarioFormulas: Formulas;
