import { BlockList, isIP } from 'node:net';

/**
 * IANA's special-purpose registries: this host, private networks, link-local (and cloud metadata in it), documentation,
 * multicast, reserved.
 */
const closedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The public IPv6 addresses, except those that contain an IPv4 address or are for documentation. */
const openV6 = ['2000::/3'];
const closedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const [closedFour, openSix, closedSix] = [listOf(closedV4), listOf(openV6), listOf(closedV6)];

export type MayReach = (address: string) => boolean;

/**
 * Whether the service may connect to an address for a merchant.
 * @param allowed additional ranges of the operator, as CIDRs
 */
export function reachability(allowed: readonly string[]): MayReach {
  const opened = listOf(allowed);
  return (address) => {
    const version = isIP(address);
    if (version === 0) return false;
    if (opened.check(address, version === 6 ? 'ipv6' : 'ipv4')) return true;
    return version === 4
      ? !closedFour.check(address)
      : openSix.check(address, 'ipv6') && !closedSix.check(address, 'ipv6');
  };
}

/** The address in a URL, if it has one instead of a name. */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}
