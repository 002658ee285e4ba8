/** What a link asks a page to open on arrival, in its address: `?act=adjust&value=12`. */
export interface ActView {
  act?: string;
  /** What the act is given: a difference of stock, an e-mail address. */
  value?: string;
}

/** The act in an address, if the page knows it. */
export function readAct({ act, value }: Record<string, unknown>, known: readonly string[]): ActView {
  if (typeof act !== 'string' || !known.includes(act)) return {};
  // The router parses a number in the address.
  return { act, ...(value === undefined ? {} : { value: String(value) }) };
}

/** The address without its act. */
export const withoutAct = ({ act: _act, value: _value, ...view }: Record<string, unknown>): Record<string, unknown> =>
  view;
