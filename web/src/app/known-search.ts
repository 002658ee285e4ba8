type Search = Record<string, unknown>;

/**
 * Reads what a page knows of its address, and nothing else. The router itself merges the result into what was there, so
 * that an invalid filter would reach the page, until the address without it is shown.
 */
export const knownSearch =
  <View extends object>(read: (search: Search) => View) =>
  (search: Search): View => ({
    ...(Object.fromEntries(Object.keys(search).map((name) => [name, undefined])) as object),
    ...read(search),
  });
