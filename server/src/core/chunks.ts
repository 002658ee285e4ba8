/** The parts of a list, in order, of `size` elements; the last one has the rest. */
export const chunksOf = <Element>(list: readonly Element[], size: number): Element[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

/** The same of bytes, without copying them. */
export const piecesOf = (bytes: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));

/** Consecutive groups of a list whose weights are at most `limit` in sum. An element that is heavier is alone. */
export function groupsBelow<Element>(
  list: readonly Element[],
  limit: number,
  weightOf: (element: Element) => number,
): Element[][] {
  const groups: Element[][] = [];
  let room = limit;
  for (const element of list) {
    const weight = weightOf(element);
    const group = groups.at(-1);
    if (group === undefined || weight > room) {
      groups.push([element]);
      room = limit;
    } else group.push(element);
    room -= weight;
  }
  return groups;
}
