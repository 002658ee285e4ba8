import { connect, type Socket } from 'node:net';

/** What came of one request; status 0 where the connection was lost. */
export interface Answer {
  status: number;
  bytes: number;
}

/** One kept connection that asks one thing at a time. Bytes in, bytes out: what measures must cost less than what is measured. */
export interface Connection {
  ask(request: Buffer): Promise<Answer>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

export async function openConnection(port: number): Promise<Connection> {
  let socket = await dial(port);
  let answered: ((answer: Answer) => void) | undefined;
  let head: Head | undefined;
  let kept: Buffer = Buffer.alloc(0);
  let got = 0;
  const settle = (answer: Answer) => {
    const told = answered;
    answered = undefined;
    head = undefined;
    kept = Buffer.alloc(0);
    got = 0;
    told?.(answer);
  };
  const hear = (chunk: Buffer) => {
    got += chunk.length;
    if (head === undefined) {
      kept = kept.length === 0 ? chunk : Buffer.concat([kept, chunk]);
      const end = kept.indexOf(headEnd);
      if (end < 0) return;
      head = readHead(kept.toString('latin1', 0, end), end + headEnd.length);
      chunk = kept;
    }
    const isWhole = head.length === undefined ? endsWith(chunk, lastChunk) : got >= head.start + head.length;
    if (isWhole) settle({ status: head.status, bytes: got });
  };
  const watch = () => {
    socket.on('data', hear);
    socket.on('error', () => undefined);
    socket.once('close', () => settle({ status: 0, bytes: got }));
  };
  watch();
  return {
    async ask(request) {
      if (socket.destroyed) {
        socket = await dial(port);
        watch();
      }
      return new Promise((resolve) => {
        answered = resolve;
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
  /** Where the body begins. */
  start: number;
  /** Of the body; undefined where it comes in chunks. */
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
