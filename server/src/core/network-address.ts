/** An IPv6 customer has a whole network of addresses, so the first 64 bits identify it. */
export const addressKey = (address: string): string => {
  const groups = groupsOf(address);
  return groups === undefined ? `address ${address.replace('::ffff:', '')}` : `address ${groups.slice(0, 4).join(':')}`;
};

/**
 * The largest network that a provider gives one customer: the first 48 bits of an IPv6 address; `undefined` for IPv4.
 */
export const networkKey = (address: string): string | undefined => {
  const groups = groupsOf(address);
  return groups && `network ${groups.slice(0, 3).join(':')}`;
};

/** A /48 may use this many times the budget of one of its /64 networks. */
export const network_share = 4;

/** What an address counts for, and how many times the budget of one address that has. */
export const sourcesOf = (address: string): { key: string; share: number }[] => {
  const network = networkKey(address);
  const own = { key: addressKey(address), share: 1 };
  return network === undefined ? [own] : [own, { key: network, share: network_share }];
};

/** The eight groups of an IPv6 address; `undefined` for IPv4. */
function groupsOf(address: string): string[] | undefined {
  if (!address.includes(':') || address.startsWith('::ffff:')) return undefined;
  const [head = '', tail = ''] = address.split('::');
  const before = head.match(/[^:]+/g) ?? [];
  const after = tail.match(/[^:]+/g) ?? [];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}
