// What the server and the page say to each other. docs/http-api.md describes it in words; the server
// (src/studio) is the other side.

/** A block of the page: a node of the graph, under its name. All texts are as they were typed. */
export interface Block {
  readonly name: string;
  /** An op of the table, or "Session" or "Gradients". */
  readonly op: string;
  readonly x: number;
  readonly y: number;
  /** Attributes that are not at their defaults, by name, as typed: `1,2,2,2,1`, `SAME`, `{1,2,2,1}`. */
  readonly attrs: Readonly<Record<string, string>>;
  /** Literals of inputs that have no wire, by pin ("grad", "values[1]"), as typed: `0.01`, `{{1,2},{3,4}}`. */
  readonly literals: Readonly<Record<string, string>>;
  /** The value of a Const, or of a Placeholder that brings one. */
  readonly value?: Value;
  /** Runs once before the first step. */
  readonly init?: boolean;
  readonly note?: string;
  /** The group that it lies in. */
  readonly group?: string;
  /** The node as text, where its op is unknown: kept as it is. */
  readonly raw?: string;
}

/** A tensor as a page holds it: by numbers, by a recipe, or in a file beside the page. */
export interface Value {
  readonly dtype: string;
  /** `2,2`; empty for a scalar. Ignored for a file. */
  readonly shape: string;
  readonly text?: string;
  /** `ball radius=0.8`, see docs/pages.md. */
  readonly generator?: string;
  /** A .npy file: `page.data/x.npy` below the page's folder, or `upload:…` as /api/value answered. */
  readonly file?: string;
}

/** A wire. `output` counts the outputs of `from`; -1 is the operation itself (what it runs after). */
export interface Wire {
  readonly from: string;
  readonly output: number;
  readonly to: string;
  /** The pin: "grad"; "values[1]" for one of a list; "^" to run after `from`. */
  readonly input: string;
}

export interface Group {
  readonly title: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly collapsed: boolean;
}

export interface Comment {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What hangs on the page besides the graph: trends and pinned views, kept as they are. */
export interface View {
  readonly kind: "trend" | "slice" | "table";
  readonly output: string;
}

export interface Page {
  readonly blocks: Readonly<Record<string, Block>>;
  readonly wires: readonly Wire[];
  readonly groups: Readonly<Record<string, Group>>;
  readonly comments: Readonly<Record<string, Comment>>;
  readonly views: readonly View[];
  /** What the page is about, shown in the gallery. */
  readonly about?: string;
}

// ---- /api/ops

export interface OpTable {
  readonly version: string;
  readonly ops: readonly OpEntry[];
  /** Element types in the order in which a list offers them. */
  readonly dtypes: readonly string[];
  readonly recipes: readonly { readonly name: string; readonly text: string; readonly example: string }[];
}

export interface OpEntry {
  readonly name: string;
  readonly group: string;
  readonly summary: string;
  readonly description: string;
  /** The C++ class, where it is not the op's name ("Multiply" of Mul). */
  readonly cpp_class: string;
  /** For the search: other names it is found by. */
  readonly aliases: readonly string[];
  readonly inputs: readonly PinEntry[];
  readonly outputs: readonly PinEntry[];
  readonly attrs: readonly AttrEntry[];
  /** Arguments in the order of the documents: `Scope scope`, `Input grad`, `ArraySlice<int> ksize`, … */
  readonly arguments: readonly { readonly cpp: string; readonly name: string; readonly python: string }[];
  readonly gradient_of?: string;
  readonly stateful: boolean;
  /** Session and Gradients: blocks that are not nodes. */
  readonly special: boolean;
  /** Pooling or convolution: has a window view. */
  readonly window: boolean;
  /** Has a gradient, or is one: can be checked by finite differences. */
  readonly checkable: boolean;
  /** A block as it is when fresh: valid attributes, as text. */
  readonly fresh: { readonly attrs: Readonly<Record<string, string>>; readonly value?: Value };
}

export interface PinEntry {
  readonly name: string;
  readonly doc: string;
  /** `Input`, `InputList`, `Output`, … */
  readonly cpp: string;
  /** A fixed type ("int32") or the attribute that says it ("T"). */
  readonly type: string;
  readonly list: boolean;
  /** A reference to a variable. */
  readonly ref: boolean;
}

export interface AttrEntry {
  readonly name: string;
  readonly kind: string;
  readonly doc: string;
  readonly cpp: string;
  /** Absent where a value must be typed. */
  readonly default?: string;
  readonly choices?: readonly string[];
  /** Follows from the inputs: shown, typed only where nothing says it. */
  readonly follows: boolean;
  /** An argument of the C++ class (ksize), or a member of its Attrs (data_format). */
  readonly optional: boolean;
}

// ---- /api/infer

export interface Problem {
  readonly message: string;
  /** The pin or attribute at fault, where one is. */
  readonly argument?: string;
  /** What would mend it with one click. */
  readonly fix?: { readonly label: string; readonly attr: string; readonly value: string };
}

export interface OutputInfo {
  readonly name: string;
  readonly dtype: string;
  /** `[1,96,?,32]`, `?` where the rank is unknown too. */
  readonly shape: string;
  /** What a wire says: `float [1,96,96,96,32] · 113 MB`. */
  readonly text: string;
}

export interface BlockInfo {
  readonly problems: readonly Problem[];
  readonly outputs: readonly OutputInfo[];
  /** Attributes that follow: {"T": "float"}. */
  readonly attrs: Readonly<Record<string, string>>;
  /** Of a convolution. */
  readonly groups?: number;
  /** Pins in order, lists with the free one behind their last: ["values[0]", "values[1]", "axis"]. */
  readonly pins: readonly PinInfo[];
  /** Has no problem of its own, but one that it depends on has: nothing is known of it. */
  readonly blocked?: boolean;
}

export interface PinInfo {
  readonly pin: string;
  /** `float [2,2]` of what arrives there; empty when nothing does. */
  readonly text: string;
}

export interface InferAnswer {
  readonly blocks: Readonly<Record<string, BlockInfo>>;
  /** Wires that cannot be, by their place in `wires`. */
  readonly wires: Readonly<Record<string, string>>;
  /** The nodes of the page, Gradients opened. */
  readonly nodes: number;
  /** Of all outputs whose sizes are known. */
  readonly bytes?: number;
}

// ---- /api/fits: where a wire may end

export interface FitsAnswer {
  /** By "block/pin": why not; empty when it fits. */
  readonly pins: Readonly<Record<string, string>>;
  /** Ops with a pin that takes it, for the search. */
  readonly ops: readonly { readonly op: string; readonly pin: string }[];
}

// ---- /api/run: lines of JSON as they come

export type RunEvent =
  | { readonly event: "start"; readonly blocks: readonly string[]; readonly steps: number }
  | { readonly event: "progress"; readonly step: number; readonly done: number; readonly of: number; readonly block: string }
  | { readonly event: "step"; readonly step: number; readonly scalars: Readonly<Record<string, number | string>> }
  | { readonly event: "result"; readonly block: string; readonly result: BlockResult }
  | { readonly event: "error"; readonly block?: string; readonly message: string }
  | { readonly event: "done"; readonly steps: number; readonly ms: number; readonly peak_bytes: number; readonly stopped: string };

export interface BlockResult {
  readonly outputs: readonly Summary[];
  readonly ms: number;
  readonly bytes: number;
  readonly gb_per_s: number;
  /** Taken from an earlier run. */
  readonly cached: boolean;
}

export interface Summary {
  /** `dx:0` */
  readonly output: string;
  readonly dtype: string;
  readonly shape: readonly number[];
  /** All values where they are few, as nested lists: `{{1,2},{3,4}}`; else the first ones and `…`. */
  readonly text: string;
  /** Numbers, or "NaN", "Inf", "-Inf"; absent for an empty tensor or one without an order. */
  readonly min?: number | string;
  readonly max?: number | string;
  readonly mean?: number | string;
  readonly std?: number | string;
  readonly nan: number;
  readonly inf: number;
  readonly zeros: number;
  readonly count: number;
  /** Middle slice, at most 64 × 64, one byte a cell, base64; 0 is NaN, 1…255 from min to max. */
  readonly thumbnail?: { readonly width: number; readonly height: number; readonly data: string };
}

// ---- /api/pages/…: the files. Times are milliseconds since 1970, as Date takes them

export interface PageList {
  /** The folder that Studio was started in, for the eye. */
  readonly folder: string;
  /** Newest first. */
  readonly pages: readonly PageEntry[];
  readonly gallery: readonly GalleryEntry[];
  /** There are more pages than are listed. */
  readonly cut: boolean;
}

export interface PageEntry {
  /** `sub/page.pbtxt`, below the folder. */
  readonly path: string;
  readonly bytes: number;
  readonly modified: number;
  readonly about: string;
  /** Only an autosave exists: the page was never saved. */
  readonly unsaved: boolean;
}

export interface GalleryEntry {
  /** `gallery/xor.pbtxt` */
  readonly path: string;
  readonly title: string;
  readonly about: string;
  /** `/gallery/xor.png`; empty where there is none. */
  readonly picture: string;
}

export interface LoadAnswer {
  readonly path: string;
  /** null where only an autosave exists. */
  readonly page: Page | null;
  /** What save wants back; empty where there is no file. */
  readonly version: string;
  /** Of the gallery: it can be saved under another name only. */
  readonly built_in: boolean;
  /** Work that was not saved and differs from the file. */
  readonly autosave?: { readonly page: Page; readonly modified: number };
  /** Newest first. */
  readonly versions: readonly { readonly number: number; readonly bytes: number; readonly modified: number }[];
}

export interface SaveRequest {
  readonly path: string;
  readonly page: Page;
  /** Of load or the last save. Without it the page must be new. */
  readonly version?: string;
  /** Where the page came from, when it is saved under another path: its files are taken along. */
  readonly from?: string;
  /** Write whatever is there meanwhile; it is kept as an earlier version. */
  readonly force?: boolean;
}

export interface SaveAnswer {
  readonly version: string;
  /** By block: where a value now lies that was an upload, or that lay beside another page. */
  readonly files: Readonly<Record<string, string>>;
}
