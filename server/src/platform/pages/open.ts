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
  /** Only one of several processes builds them; the others wait for the result. */
  mayBuild: boolean;
  /** Aborted when this process stops. It ends the child process that builds the pages. */
  until: AbortSignal;
}

const check_every_ms = 1_000;

/**
 * Finds the built pages. Builds them if there are none for the current sources: at the first start, and after an
 * update. The build takes some seconds; the service already serves requests meanwhile.
 */
export function openPages({ data_dir, log, mayBuild, until }: PagesOptions): Pages {
  const inSources = join(root, 'web', 'dist');
  const inData = join(resolve(data_dir), 'cache', 'pages');
  let found: string | undefined;

  const find = async (stamp: string | undefined) => {
    for (const folder of [inSources, inData]) {
      const built = await readFile(join(folder, stampFile), 'utf8').catch(() => undefined);
      if (built !== undefined && (stamp === undefined || built === stamp)) return folder;
    }
    return undefined;
  };

  async function findOrBuild(): Promise<void> {
    const stamp = await stampOf(root);
    found = await find(stamp);
    if (found !== undefined || stamp === undefined) return;
    if (mayBuild) {
      const since = performance.now();
      await build((await isWritable(join(root, 'web'))) ? inSources : inData, until);
      log.info({ seconds: Math.round((performance.now() - since) / 1_000) }, 'the pages of the back office were built');
    }
    while (found === undefined && !until.aborted) {
      found = await find(stamp);
      if (found === undefined) await new Promise((next) => setTimeout(next, check_every_ms).unref());
    }
  }

  findOrBuild().catch((error: unknown) => {
    if (!until.aborted)
      log.warn({ err: error }, 'the pages of the back office cannot be built; the service works without them');
  });
  return { folder: () => found };
}

const isWritable = (folder: string) =>
  access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );

function build(folder: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'web', 'build.ts'), folder], {
      cwd: root,
      signal,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // Sales have priority over the build.
    if (child.pid !== undefined) setPriority(child.pid, os.priority.PRIORITY_BELOW_NORMAL);
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2_000);
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`web/build.ts ended with ${code}: ${output.trim()}`)),
    );
  });
}
