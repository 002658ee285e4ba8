const delimiters = [',', ';', '\t'];

/** The sign that parts the cells: the one that is most often in the first line that says something, outside of quotation marks. */
export function delimiterOf(text: string): string {
  const counts = new Map(delimiters.map((sign) => [sign, 0]));
  let quoted = false;
  for (const sign of text.replace(/^\uFEFF?\s*/, '')) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '\n' || sign === '\r')) break;
    else if (!quoted && counts.has(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? ',';
}
