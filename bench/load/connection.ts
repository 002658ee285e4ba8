import { connect, type Socket } from 'node:net';

/** The response to one request; status 0 if the connection was lost. */
export interface Answer {
  status: number;
  bytes: number;
}

/**
 * A keep-alive connection for one request at a time. It handles raw bytes, because the load generator must use less
 * processor time than the service.
 */
export interface Connection {
  send(request: Buffer): Promise<Answer>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

export async function openConnection(port: number): Promise<Connection> {
  let socket = await dial(port);
  let resolvePending: ((answer: Answer) => void) | undefined;
  let head: Head | undefined;
  let buffered: Buffer = Buffer.alloc(0);
  let received = 0;
  const settle = (answer: Answer) => {
    const resolve = resolvePending;
    resolvePending = undefined;
    head = undefined;
    buffered = Buffer.alloc(0);
    received = 0;
    resolve?.(answer);
  };
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    if (head === undefined) {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
      const end = buffered.indexOf(headEnd);
      if (end < 0) return;
      head = readHead(buffered.toString('latin1', 0, end), end + headEnd.length);
      chunk = buffered;
    }
    const isComplete = head.length === undefined ? endsWith(chunk, lastChunk) : received >= head.start + head.length;
    if (isComplete) settle({ status: head.status, bytes: received });
  };
  const listen = () => {
    socket.on('data', onData);
    socket.on('error', () => undefined);
    socket.once('close', () => settle({ status: 0, bytes: received }));
  };
  listen();
  return {
    async send(request) {
      if (socket.destroyed) {
        socket = await dial(port);
        listen();
      }
      return new Promise((resolve) => {
        resolvePending = resolve;
        socket.write(request);
      });
    },
    close: () => void socket.destroy(),
  };
}

const dial = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });

interface Head {
  status: number;
  /** Offset of the body. */
  start: number;
  /** Length of the body; undefined for a chunked one. */
  length: number | undefined;
}

function readHead(text: string, start: number): Head {
  const status = Number(text.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (length !== undefined) return { status, start, length: Number(length) };
  const isChunked = /\r\ntransfer-encoding: *chunked/i.test(text);
  return { status, start, length: isChunked ? undefined : 0 };
}

const endsWith = (chunk: Buffer, end: Buffer): boolean =>
  chunk.length >= end.length && chunk.subarray(-end.length).equals(end);
