interface Addresses {
  public_url: string | undefined;
  port: number;
}

/** The public address of a page. It ignores the request's Host header, because the link is sent to another user. */
export const pageAddress = ({ public_url, port }: Addresses, path: string): string =>
  `${public_url ?? `http://localhost:${port}`}${path}`;
