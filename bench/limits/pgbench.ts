import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { Skipped } from '../benchmark.ts';

/** PostgreSQL's load generator: the program in PGBENCH, or that on the path. It is not among our packages. */
const program = process.env.PGBENCH ?? 'pgbench';

export interface PgbenchOptions {
  admin: Connection;
  /** Folder for the scripts. */
  folder: string;
  /** Run equally often. */
  scripts: readonly string[];
  clients: number;
  /** The time, or the number of transactions of each client. */
  until: { seconds: number } | { transactions: number };
}

/** @returns transactions per second. @throws Skipped without pgbench on this machine */
export async function pgbench({ admin, folder, scripts, clients, until }: PgbenchOptions): Promise<number> {
  const files = scripts.map((_, index) => join(folder, `script-${index}.sql`));
  await Promise.all(files.map((file, index) => writeFile(file, scripts[index] ?? '')));
  const length =
    'seconds' in until ? ['-T', String(Math.max(1, Math.round(until.seconds)))] : ['-t', String(until.transactions)];
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '1',
    ...length,
    ...files.flatMap((file) => ['-f', file]),
  ];
  const said = await output([
    ...args,
    '-h',
    admin.host ?? '',
    '-p',
    String(admin.port),
    '-U',
    admin.user ?? '',
    admin.database ?? '',
  ]);
  const tps = /^tps = ([\d.]+)/m.exec(said)?.[1];
  if (tps === undefined || !/failed transactions: 0 /.test(said)) throw new Error(`pgbench failed: ${said}`);
  return Number(tps);
}

function output(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const keep = (chunk: Buffer) => {
      said += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', () =>
      reject(
        new Skipped(
          'there is no pgbench on the path: it comes with PostgreSQL’s client tools, and PGBENCH may name it',
        ),
      ),
    );
    child.once('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`pgbench ended with ${code}: ${said}`)),
    );
  });
}
