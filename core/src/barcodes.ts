const retailLengths = [8, 12, 13, 14];

/**
 * The codes under which a barcode may be stored. A retail code of 8, 12, 13 or 14 digits may be stored with more or
 * fewer leading zeros: the UPC 012345678905 is the EAN 0012345678905.
 */
export function sameBarcodes(code: string): string[] {
  if (!/^\d+$/.test(code) || !retailLengths.includes(code.length)) return [code];
  const longest = code.padStart(14, '0');
  const others = retailLengths
    .filter((length) => /^0*$/.test(longest.slice(0, 14 - length)))
    .map((length) => longest.slice(14 - length));
  return [code, ...others.filter((other) => other !== code)];
}
