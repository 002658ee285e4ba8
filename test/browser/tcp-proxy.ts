import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';

export interface TcpProxy {
  url: string;
  /** Forwards nothing any more, but keeps all connections open. */
  cut(): void;
  /** Closes all connections and each new one, as a stopped service does. */
  refuse(): void;
  restore(): void;
}

/** A TCP proxy to the service at this address. */
export async function openTcpProxy(url: string): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'refusing' = 'open';
  const proxy = createServer((client) => {
    if (state === 'refusing') return void client.destroy();
    const server = connect(Number(new URL(url).port), '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from) && to.destroy());
      if (state === 'cut') from.pause();
    }
  });
  await new Promise<void>((opened) => proxy.listen(0, '127.0.0.1', opened));
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  after(() => {
    proxy.close();
    closeAll();
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut() {
      state = 'cut';
      for (const socket of sockets) socket.pause();
    },
    refuse() {
      state = 'refusing';
      closeAll();
    },
    restore() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
  };
}
