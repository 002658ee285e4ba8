import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The part of IPv6 that is assigned to networks on the internet. */
const assignedV6 = ipaddr.parseCIDR('2000::/3');

export type MayReach = (address: string) => boolean;

/**
 * Whether the service may connect to an address for a merchant: to public ones, and not to this host, private networks,
 * link-local addresses (and cloud metadata in them), and other special-purpose ranges.
 * @param allowed additional ranges of the operator, as CIDRs
 */
export function reachability(allowed: readonly string[]): MayReach {
  const opened = allowed.map((range) => ipaddr.parseCIDR(range));
  return (written) => {
    if (isIP(written) === 0) return false;
    // An IPv4 address inside of an IPv6 one is checked as IPv4.
    const address = ipaddr.process(written);
    const isIn = (range: (typeof opened)[number]) => range[0].kind() === address.kind() && address.match(range);
    if (opened.some(isIn)) return true;
    return address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(assignedV6));
  };
}

/** The address in a URL, if it has one instead of a name. */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}
