import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { build } from 'vite';
import { stampFile, stampOf } from '../server/src/platform/pages/stamp.ts';

/**
 * `npm run build`: builds the pages into `web/dist`, or into the folder given as argument. Skips the build if the
 * folder was built from the same sources. Also writes compressed copies of text files, so that no response waits for
 * compression. The service runs this build at its start if the pages are missing.
 */
const web = import.meta.dirname;
const folder = resolve(process.argv[2] ?? join(web, 'dist'));

async function main(): Promise<void> {
  const stamp = (await stampOf(resolve(web, '..'))) ?? '';
  const isUpToDate = async () => (await readFile(join(folder, stampFile), 'utf8').catch(() => undefined)) === stamp;
  if (await isUpToDate()) return;
  const fresh = `${folder}-${process.pid}`;
  await mkdir(resolve(folder, '..'), { recursive: true });
  await removeLeftovers();
  try {
    await build({
      root: web,
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    });
    await compressAll(fresh);
    await writeFile(join(fresh, stampFile), stamp);
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder).catch(async (error: unknown) => {
      // Another process finished the same build first.
      if (!(await isUpToDate())) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Removes temporary folders of builds that were killed. */
async function removeLeftovers(): Promise<void> {
  for await (const leftover of glob(`${basename(folder)}-*`, { cwd: dirname(folder) }))
    if (!isRunning(Number(leftover.slice(basename(folder).length + 1))))
      await rm(join(dirname(folder), leftover), { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Smaller files gain nothing: the headers are most of the response. */
const compressed_from_bytes = 1_000;

async function compressAll(directory: string): Promise<void> {
  for await (const path of glob('assets/**/*.{js,css,svg}', { cwd: directory })) {
    const file = join(directory, path);
    const bytes = await readFile(file);
    if (bytes.length < compressed_from_bytes) continue;
    const params = { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

await main();
