import type { IncomingMessage } from 'node:http';

/** The unverified credential of a request: its Authorization header, or else its remote address. */
export const credentialOf = ({ headers, socket }: IncomingMessage): string =>
  headers.authorization ?? socket.remoteAddress ?? '';
