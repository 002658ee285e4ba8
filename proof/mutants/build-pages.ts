import { spawn } from 'node:child_process';

/** Builds the pages of a tree if their sources have changed. @returns the error, if they cannot be built */
export async function buildPages(folder: string): Promise<string | undefined> {
  const child = spawn(process.execPath, ['web/build.ts'], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return code === 0 ? undefined : said.trim().slice(-200).replace(/\s+/g, ' ');
}
