interface Addresses {
  public_url: string | undefined;
  port: number;
}

/** Where a page is found from outside. What a client says of the host is not believed: the link goes to another person. */
export const pageAddress = ({ public_url, port }: Addresses, path: string): string => `${public_url ?? `http://localhost:${port}`}${path}`;
