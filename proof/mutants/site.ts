/** What a mutation changes. */
export const kinds = [
  /** A boundary: `<` and `<=`. */
  'comparison',
  /** A condition is negated, or one part of it is dropped. */
  'condition',
  'arithmetic',
  /** A number or a truth value. */
  'constant',
  /** A member of an array or object is dropped. */
  'member',
  /** A statement is dropped. */
  'statement',
  /** An `await` is dropped. */
  'await',
  /** The first two arguments are swapped. */
  'arguments',
  /** A call in a chain is dropped: a filter, an order, a limit. */
  'chain',
  /** A clause, boundary, number or aggregate of an SQL statement. */
  'sql',
  /** A row lock is not taken. */
  'lock',
  /** A check asks for a permission that more roles have. */
  'permission',
] as const;
export type Kind = (typeof kinds)[number];

/** A place in a text where a small fault can be made. */
export interface Site {
  kind: Kind;
  /** Offsets of the text to replace. */
  start: number;
  end: number;
  /** The replacement. */
  put: string;
}

/** The text with the fault of a site. */
export const mutated = (text: string, { start, end, put }: Site): string =>
  text.slice(0, start) + put + text.slice(end);
