import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/**
 * Faults of a network:
 * `cut`: connections end, and new ones fail. `reset`: the same, with a TCP reset.
 * `stall`: no bytes pass during the fault, and all of them pass after it.
 * `half-open`: no bytes pass during the fault. Connections that were open then stay silent for ever, and neither side is informed.
 * `drip`: one byte per second passes in each direction.
 */
export const networkFaults = ['cut', 'reset', 'stall', 'half-open', 'drip'] as const;
export type NetworkFault = (typeof networkFaults)[number];

export interface NetworkProxy {
  port: number;
  /** Replaces the current fault; `none` ends it. */
  setFault(fault: NetworkFault | 'none'): void;
  close(): Promise<void>;
}

interface Link {
  ends: readonly [Socket, Socket];
  /** Its bytes are discarded for ever. */
  isLost: boolean;
}

const drip_every_ms = 1_000;

/** Opens a proxy on this machine for a port or a Unix socket. */
export async function openProxy(to: NetConnectOpts): Promise<NetworkProxy> {
  const links = new Set<Link>();
  let current: NetworkFault | 'none' = 'none';

  // A Unix socket cannot be reset.
  const end = (socket: Socket) =>
    current === 'reset' && socket.remotePort !== undefined ? socket.resetAndDestroy() : socket.destroy();

  /** Applies the current fault to a link. */
  function apply(link: Link): void {
    const { ends } = link;
    if (current === 'cut' || current === 'reset') {
      for (const socket of ends) end(socket);
      return;
    }
    if (current === 'half-open') link.isLost = true;
    const flows = current === 'none' || link.isLost;
    for (const socket of ends) flows ? socket.resume() : socket.pause();
  }

  function join(link: Link, [from, into]: readonly [Socket, Socket]): void {
    from.on('data', (chunk: Buffer) => {
      if (link.isLost || into.write(chunk)) return;
      from.pause();
      into.once('drain', () => (current === 'none' ? from.resume() : undefined));
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      // The other side of a lost connection does not learn that this side has closed.
      if (link.isLost) return;
      links.delete(link);
      into.destroy();
    });
    from.on('end', () => link.isLost || into.end());
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...to, allowHalfOpen: true } as NetConnectOpts);
    const link: Link = { ends: [near, far], isLost: false };
    links.add(link);
    join(link, [near, far]);
    join(link, [far, near]);
    apply(link);
  });
  const dripping = setInterval(() => {
    if (current === 'drip') for (const { ends } of links) for (const socket of ends) socket.read(1);
  }, drip_every_ms).unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  return {
    port: address.port,
    setFault(fault) {
      current = fault;
      for (const link of links) apply(link);
    },
    async close() {
      clearInterval(dripping);
      for (const { ends } of links) for (const socket of ends) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
