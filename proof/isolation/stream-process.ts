import { Agent, get } from 'node:http';
import type { StreamCommand, StreamReport } from './many-merchants.ts';

/** Reads event streams in a separate process, because a thousand of them take much processor time. */
const report: StreamReport = { open: 0, refused: 0, ended: 0, events: 0 };
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
const openedAtOnce = 50;

function open({ url, token }: { url: string; token: string }): Promise<void> {
  return new Promise((resolve) => {
    const request = get(
      `${url}/api/v1/events/stream`,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (response) => {
        if (response.statusCode === 200) report.open += 1;
        else report.refused += 1;
        response.on('data', (chunk: Buffer) => {
          report.events += chunk.toString().split('\ndata:').length - 1;
        });
        response.on('error', () => undefined);
        response.once('close', () => {
          if (response.statusCode !== 200) return;
          report.open -= 1;
          report.ended += 1;
        });
        resolve();
      },
    );
    request.once('error', () => resolve());
  });
}

process.on('message', async (command: StreamCommand) => {
  if ('tokens' in command) {
    const left = command.tokens.flatMap((token) => Array.from({ length: command.each }, () => token));
    const worker = async () => {
      for (let token = left.pop(); token !== undefined; token = left.pop()) await open({ url: command.url, token });
    };
    await Promise.all(Array.from({ length: openedAtOnce }, worker));
  }
  process.send?.(report);
});
process.once('disconnect', () => process.exit());
