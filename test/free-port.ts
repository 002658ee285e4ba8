import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux, macOS and Windows give to programs that ask for any port. */
const lowest = 20_000;
const highest = 32_000;

/**
 * A port of 127.0.0.1 that no other test takes until this process ends.
 * A service listens only after its database has started. Test files that run meanwhile must not receive the same port,
 * so a UDP socket with the same number reserves it: two processes cannot bind the same one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if ((await reserve(port)) && (await canListen(port))) return port;
  }
}

async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  socket.unref();
  try {
    socket.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(socket, 'listening');
    return true;
  } catch {
    return false;
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
