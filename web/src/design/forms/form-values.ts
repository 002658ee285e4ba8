/** A typed number; `undefined` if the field is empty. */
export const numberOf = (text: string | undefined) => (text === undefined || text === '' ? undefined : Number(text));

/** Typed text without surrounding spaces; `undefined` if the field is empty. */
export const textOf = (text: string | undefined) =>
  text === undefined || text.trim() === '' ? undefined : text.trim();

/** Removes undefined fields, so that they are not sent. */
export const withoutUndefined = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** Whether a text is long enough to search for products or customers while the user types. */
export const isSearch = (text: string): boolean => text.length > 1;

/** The parts that there are, in one line. */
export const joinedText = (parts: readonly (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');

/** Whether all of the named fields are among the shown ones. False if no field is named. */
export const areShown = (named: readonly string[], shown: readonly string[]): boolean =>
  named.length > 0 && named.every((field) => shown.includes(field));
