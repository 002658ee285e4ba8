/** The passwords of a list: one a line, in lower case. Lines with `#` are comments. */
export const passwordsIn = (list: string): ReadonlySet<string> =>
  new Set(list.split('\n').filter((line) => line !== '' && !line.startsWith('#')));

/** Whether a password is in the list, in any case and with any space around it. */
export const isCommonIn = (list: ReadonlySet<string>, password: string): boolean =>
  list.has(password.toLowerCase().trim());
