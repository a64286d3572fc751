// What the readers of models' files share: tables made from Python, configs, decoders in full.

/** A row of the table of families; its flags are those that tensors ask for. */
interface Family {
  readonly gguf: string;
  readonly pattern: string;
  readonly window: number;
  readonly last_full: boolean;
  readonly bare: boolean;
  readonly both: boolean;
  readonly latent: boolean;
  readonly tied: boolean;
  readonly falcon: boolean;
  readonly gated: boolean;
  readonly gated_query: boolean;
  readonly fused_qkv: boolean;
  readonly fused_ffn: boolean;
  readonly post_norm: boolean;
  readonly norm_bias: boolean;
  readonly expert_norms: boolean;
  readonly altup: boolean;
  readonly mtp_block: boolean;
  readonly mtp_files: boolean;
  readonly qk_norm: string;
  readonly qk_norm_if_stated: boolean;
  readonly norms: readonly string[];
  readonly vectors: readonly number[];
}
interface TensorRow {
  readonly name: string;
  readonly shape: readonly string[];
  readonly role: string;
  readonly when: readonly string[];
}
type Flag = boolean | number | null;
/** What is known about one `model_type`. */
interface ModelType {
  readonly family: string;
  readonly sizes: Readonly<Record<string, number | null>>;
  readonly defaults: Readonly<Record<string, Flag>>;
  readonly fixed: Readonly<Record<string, Flag>>;
  readonly only: Readonly<Record<string, Flag>>;
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly most: Readonly<Record<string, number>>;
  readonly rules: readonly string[];
  readonly rope: Readonly<Record<string, string>>;
  readonly rope_default: string;
  readonly letters: string;
  readonly turns: "family" | "every" | "any";
  readonly tells_layers: boolean;
  /** The fields that are looked for. */
  readonly fields: readonly string[];
  /** The letter of linear attention, "" if it has none. */
  readonly linear: string;
}
interface ReaderTables {
  /** The fields of a config that may be left unsaid, and what they are then. */
  readonly fields: Readonly<Record<string, Flag>>;
  readonly families: Readonly<Record<string, Family>>;
  readonly mixers: Readonly<Record<string, string>>;
  readonly parts: Readonly<Record<string, readonly TensorRow[]>>;
  /** Of a row, only what departs from `type_defaults`. */
  readonly types: Readonly<Record<string, Partial<ModelType>>>;
  readonly type_defaults: ModelType;
  readonly not_modelled: Readonly<Record<string, string>>;
  readonly synonyms: Readonly<Record<string, readonly string[]>>;
  readonly flags: readonly string[];
  readonly may_be_none: readonly string[];
  readonly text_parts: ReadonlyArray<readonly string[]>;
  readonly kinds: Readonly<Record<string, string>>;
  readonly layer_sources: ReadonlyArray<readonly [string, string]>;
  readonly signs: Readonly<Record<string, string>>;
  readonly window_signs: Readonly<Record<string, string>>;
  readonly most: number;
  readonly most_layers: number;
  readonly most_elements: number;
}
declare const LemarioTables: ReaderTables;

/** The tables of the readers of GGUF files: see gguf_keys.py. */
interface GgufKeys {
  readonly tensor_types: Record<string, string>;
  readonly refused_types: Record<string, string>;
  /** Of a type, how many elements a block has, and how many bytes. */
  readonly blocks: Record<string, [number, number]>;
  readonly families: Record<string, [string, string?, number?][]>;
  readonly traits: Record<string, any>;
  readonly numbers: Record<string, string>;
  readonly shapes: Record<string, [string, number, number]>;
  readonly required: string[];
}
declare const LemarioGgufKeys: GgufKeys;

/** The shape of a decoder, with the fields of `ModelConfig` in catalogue.py. */
interface ModelConfig {
  model_type: string;
  hidden_size: number;
  num_hidden_layers: number;
  num_attention_heads: number;
  num_key_value_heads: number;
  head_dim: number | null;
  intermediate_size: number | null;
  vocab_size: number;
  tie_word_embeddings: boolean;
  max_position_embeddings: number;
  sliding_window: number | null;
  attention_bias: boolean;
  use_qk_norm: boolean;
  num_experts: number | null;
  num_experts_per_tok: number | null;
  moe_intermediate_size: number | null;
  moe_latent_size: number | null;
  n_shared_experts: number | null;
  shared_expert_intermediate_size: number | null;
  first_k_dense_replace: number | null;
  kv_lora_rank: number | null;
  q_lora_rank: number | null;
  qk_rope_head_dim: number | null;
  qk_nope_head_dim: number | null;
  v_head_dim: number | null;
  layer_pattern: string | null;
  rope_table: "freqs" | "factors" | null;
  rope_dim: number | null;
  num_nextn_predict_layers: number | null;
  interleave_moe_layer_step: number | null;
  linear_num_key_heads: number | null;
  linear_num_value_heads: number | null;
  linear_key_head_dim: number | null;
  linear_value_head_dim: number | null;
  linear_conv_kernel_dim: number | null;
  mamba_n_heads: number | null;
  mamba_d_head: number | null;
  mamba_n_groups: number | null;
  mamba_d_state: number | null;
  mamba_d_conv: number | null;
  conv_l_cache: number | null;
  global_head_dim: number | null;
  num_global_key_value_heads: number | null;
  attention_k_eq_v: boolean;
  num_kv_shared_layers: number | null;
  use_double_wide_mlp: boolean;
  hidden_size_per_layer_input: number | null;
  altup_num_inputs: number | null;
  laurel_rank: number | null;
}

/** A matrix, a layer and a decoder with all their fields, as in records.py. */
interface WholeMatrix extends Matrix {
  readonly role: string;
  readonly row: number;
  readonly elements: number;
  readonly read: number;
  readonly of: number;
}
interface WholeLayer {
  readonly blocks: readonly number[];
  readonly mixer: string;
  readonly heads: number;
  readonly key_row: number;
  readonly value_row: number;
  readonly head: number;
  readonly window: number;
  readonly query: number;
  readonly gated_query: boolean;
  readonly post_norm: boolean;
  readonly fused_qkv: boolean;
  readonly conv: number;
  readonly taps: number;
  readonly state: number;
  readonly inner: number;
  readonly ffn: number;
  readonly gated: boolean;
  readonly experts_used: number;
  readonly expert_ffn: number;
  readonly expert_row: number;
  readonly shared_ffn: number;
  readonly vectors: number;
  readonly vectors_quantised: number;
  readonly matrices: readonly WholeMatrix[];
}
interface WholeArchitecture extends Decoder<WholeMatrix> {
  readonly width: number;
  readonly vocabulary: number;
  readonly latent: number;
  readonly query_head: number;
  readonly side_ffn: number;
  readonly side_logits: number;
  readonly side_attention: number;
  readonly predicts: boolean;
  readonly layers: readonly WholeLayer[];
}

/**
 * What is wrong with a config: a code of the diagnostics, the reason, the keys that lead to what is
 * to blame (none: the whole file), and what a message names.
 */
interface Fault {
  readonly code: string;
  readonly reason: string;
  readonly field: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
}
type Fields = Record<string, unknown>;
type Values = Record<string, Flag | string>;
/** The fields of the text model, over those of the whole where it is a part of one. */
interface Raw {
  readonly data: Fields;
  readonly inner: Fields;
  readonly fields: Fields;
  /** The keys that lead to the part. */
  readonly prefix: readonly string[];
  readonly type: string;
  readonly row: ModelType;
}
