/** What was typed as a number; left out where nothing was. */
export const numberOf = (text: string | undefined) => (text === undefined || text === '' ? undefined : Number(text));

/** What was typed, without the blanks around it; left out where nothing was. */
export const textOf = (text: string | undefined) => (text === undefined || text.trim() === '' ? undefined : text.trim());

/** Without what was left out: the service is not told of it. */
export const givenOf = <Fields extends object>(fields: Fields): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** A number as a field has it: without the e of very small ones. */
export const fieldOf = (value: number) => value.toFixed(6).replace(/\.?0+$/, '');
