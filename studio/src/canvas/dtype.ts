// A colour an element type; no rule hangs on it.

const families: readonly (readonly [RegExp, string])[] = [
  [/^float$|^float32$/, "float"],
  [/^double$|^float64$/, "double"],
  [/^half$|^float16$|^bfloat16$/, "half"],
  [/^q?u?int\d+$/, "int"],
  [/^bool$/, "bool"],
  [/^string$/, "string"],
  [/^complex/, "complex"],
];

/** A class that sets --dtype: `dtype-float`. */
export function dtypeClass(dtype: string | undefined): string {
  const plain = (dtype ?? "").replace(/_ref$/, "");
  return `dtype-${families.find(([pattern]) => pattern.test(plain))?.[1] ?? "other"}`;
}
