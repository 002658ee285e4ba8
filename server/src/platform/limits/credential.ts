import type { IncomingMessage } from 'node:http';

/** Who seems to send a request, told without verifying anything: its Authorization header, or else the address it comes from. */
export const credentialOf = ({ headers, socket }: IncomingMessage): string => headers.authorization ?? socket.remoteAddress ?? '';
