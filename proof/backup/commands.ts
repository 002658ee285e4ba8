import { execFile } from 'node:child_process';

const folder = new URL('../../server/src/commands/', import.meta.url).pathname;

/** Runs `npm run <name> -- …` with these settings. */
export const command = (
  name: 'backup' | 'restore' | 'doctor' | 'distribute' | 'end-sessions',
  args: string[],
  env: Readonly<Record<string, string>>,
) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [`${folder}${name}.ts`, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    );
  });
