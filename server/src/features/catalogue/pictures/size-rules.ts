/** A quota in words: `1.5 GiB`, or whole MiB below one GiB. */
export const sizeOf = (bytes: number): string =>
  bytes >= 2 ** 30 ? `${Number((bytes / 2 ** 30).toFixed(1))} GiB` : `${Math.floor(bytes / 2 ** 20)} MiB`;
