import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/**
 * What a network does to connections that lead through it. `cut`: they end, and no new one is made. `reset`: the same, with a reset. `stall`: nothing
 * gets through for a while, and then all of it. `half-open`: nothing gets through for a while, and on what was open then nothing ever will: neither side is told.
 * `drip`: a byte a second, either way.
 */
export const networkFaults = ['cut', 'reset', 'stall', 'half-open', 'drip'] as const;
export type NetworkFault = (typeof networkFaults)[number];

export interface NetworkProxy {
  port: number;
  /** Begins a fault, or ends the one there is. */
  be(fault: NetworkFault | 'well'): void;
  close(): Promise<void>;
}

interface Link {
  ends: readonly [Socket, Socket];
  /** Its bytes go nowhere, for ever. */
  isLost: boolean;
}

const drip_every_ms = 1_000;

/** A proxy on this machine, in front of a port or a socket. */
export async function openProxy(to: NetConnectOpts): Promise<NetworkProxy> {
  const links = new Set<Link>();
  let now: NetworkFault | 'well' = 'well';

  // A socket in the file system knows no reset.
  const end = (socket: Socket) =>
    now === 'reset' && socket.remotePort !== undefined ? socket.resetAndDestroy() : socket.destroy();

  /** Has a link be as the network is now. */
  function apply(link: Link): void {
    const { ends } = link;
    if (now === 'cut' || now === 'reset') {
      for (const socket of ends) end(socket);
      return;
    }
    if (now === 'half-open') link.isLost = true;
    const flows = now === 'well' || link.isLost;
    for (const socket of ends) flows ? socket.resume() : socket.pause();
  }

  function join(link: Link, [from, into]: readonly [Socket, Socket]): void {
    from.on('data', (chunk: Buffer) => {
      if (link.isLost || into.write(chunk)) return;
      from.pause();
      into.once('drain', () => (now === 'well' ? from.resume() : undefined));
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      // Where the network has lost it the other side does not hear of its end.
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
    if (now === 'drip') for (const { ends } of links) for (const socket of ends) socket.read(1);
  }, drip_every_ms).unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  return {
    port: address.port,
    be(fault) {
      now = fault;
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
