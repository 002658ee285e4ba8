/** Longest SKU that the service accepts. */
const skuLengthAtMost = 100;
/** A suggestion is shorter, so that labels have room for it. */
const suggestedAtMost = 30;

/** The letters and digits of a text in upper case, its words joined by hyphens. */
const codeOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join('-');

/** An SKU made of a name: whole words, as many as are short enough. */
export function suggestSku(name: string): string {
  const code = codeOf(name);
  if (code.length <= suggestedAtMost) return code;
  const end = code.lastIndexOf('-', suggestedAtMost);
  return code.slice(0, end === -1 ? suggestedAtMost : end);
}

/** An SKU of a variant, made of its product's SKU and the values of its options. */
export const suggestVariantSku = (product: string, values: readonly string[]): string =>
  [product.trim(), ...values.map(codeOf)]
    .filter((part) => part !== '')
    .join('-')
    .slice(0, skuLengthAtMost);
