import { spawn } from 'node:child_process';
import { access, constants, readFile } from 'node:fs/promises';
import { constants as os, setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import type { Pages } from './pages.ts';
import { stampFile, stampOf } from './stamp.ts';

const root = resolve(import.meta.dirname, '../../../..');

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface PagesOptions {
  data_dir: string;
  log: Log;
  /** One of several processes makes them, the others find them. */
  mayMake: boolean;
  /** A child process builds them, and ends with this one. */
  until: AbortSignal;
}

const look_every_ms = 1_000;

/**
 * Finds the pages, and makes them where there are none of these sources: at the first start, and after an update. It takes some seconds, during which the service
 * serves already.
 */
export function openPages({ data_dir, log, mayMake, until }: PagesOptions): Pages {
  const beside = join(root, 'web', 'dist');
  const inData = join(resolve(data_dir), 'cache', 'pages');
  let found: string | undefined;

  const find = async (stamp: string | undefined) => {
    for (const folder of [beside, inData]) {
      const made = await readFile(join(folder, stampFile), 'utf8').catch(() => undefined);
      if (made !== undefined && (stamp === undefined || made === stamp)) return folder;
    }
    return undefined;
  };

  async function look(): Promise<void> {
    const stamp = await stampOf(root);
    found = await find(stamp);
    if (found !== undefined || stamp === undefined) return;
    if (mayMake) {
      const since = performance.now();
      await make((await isWritable(join(root, 'web'))) ? beside : inData, until);
      log.info({ seconds: Math.round((performance.now() - since) / 1_000) }, 'the pages of the back office were made');
    }
    while (found === undefined && !until.aborted) {
      found = await find(stamp);
      if (found === undefined) await new Promise((next) => setTimeout(next, look_every_ms).unref());
    }
  }

  look().catch((error: unknown) => {
    if (!until.aborted)
      log.warn({ err: error }, 'the pages of the back office cannot be made; the service works without them');
  });
  return { folder: () => found };
}

const isWritable = (folder: string) =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );

function make(folder: string, signal: AbortSignal): Promise<void> {
  return new Promise((made, failed) => {
    const child = spawn(process.execPath, [join(root, 'web', 'build.ts'), folder], {
      cwd: root,
      signal,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // Sales have priority over the build.
    if (child.pid !== undefined) setPriority(child.pid, os.priority.PRIORITY_BELOW_NORMAL);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2_000);
    });
    child.once('error', failed);
    child.once('close', (code) =>
      code === 0 ? made() : failed(new Error(`web/build.ts ended with ${code}: ${said.trim()}`)),
    );
  });
}
