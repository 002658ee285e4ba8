import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface S3Server {
  /** The configuration of the service. */
  env: Record<string, string>;
  /** TEST_S3 names it, so it must not be stopped. */
  isExternal: boolean;
  stop(): Promise<void>;
}

/**
 * Starts an S3 server on the loopback address with one bucket in a temporary folder. It checks the key id but no
 * signature. TEST_S3=http://key:secret@host:port/bucket names another server with a writable bucket.
 */
export async function startS3Server(): Promise<S3Server> {
  const external = process.env.TEST_S3;
  if (external !== undefined) return { env: envOf(new URL(external)), isExternal: true, stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-s3-'));
  const program = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
  const options = [
    '--directory',
    folder,
    '--address',
    '127.0.0.1',
    '--port',
    '0',
    '--no-vhost-buckets',
    '--configure-bucket',
    'files',
  ];
  // The server encrypts its continuation tokens with an old algorithm.
  const child = spawn(process.execPath, ['--openssl-legacy-provider', program, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await addressFrom(child.stdout);
  // Its further output is discarded, so that the pipe does not fill up.
  child.stdout.resume();
  return {
    env: envOf(new URL(`http://S3RVER:S3RVER@${address}/files`)),
    isExternal: false,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function addressFrom(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /listening on (\S+:\d+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('the S3 server ended before it listened');
}

const envOf = ({ origin, username, password, pathname }: URL): Record<string, string> => ({
  S3_ENDPOINT: origin,
  S3_ACCESS_KEY_ID: decodeURIComponent(username),
  S3_SECRET_ACCESS_KEY: decodeURIComponent(password),
  S3_BUCKET: pathname.slice(1),
  S3_PREFIX: `shop-${process.pid}`,
});
