import type pg from 'pg';
import { sentenceOf } from '../core/sentence.ts';
import { type Config, loadConfig } from '../platform/config/config.ts';
import type { Connection } from '../platform/database/connection.ts';
import { findOrStartCluster } from '../platform/database/embedded/cluster.ts';
import { openClient } from '../platform/database/open-client.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/**
 * Runs work on one connection to the service's database, with all rights of the account. The service may run or not.
 */
export async function withDatabase<Result>(
  config: Config,
  log: Log,
  work: (client: pg.Client, connection: Connection) => Promise<Result>,
): Promise<Result> {
  const cluster = config.database_url === undefined ? await findOrStartCluster(config.data_dir, log) : undefined;
  const connection: Connection = cluster?.connection ?? { connectionString: config.database_url ?? '' };
  try {
    const client = await openClient({ ...connection, application_name: 'tillhouse-command' }).catch(
      (error: unknown) => {
        throw cluster === undefined ? new Error(`DATABASE_URL: ${sentenceOf(error)}`, { cause: error }) : error;
      },
    );
    return await work(client, connection).finally(() => client.end());
  } finally {
    await cluster?.stop();
  }
}

/**
 * Runs a command at a terminal with the service's settings. The command returns its exit code. A failure is printed as
 * one sentence, with exit code 2.
 * @param usage printed instead of running it for `--help`
 */
export function runCommand(usage: string, command: (config: Config) => Promise<number>): void {
  const run = async () => {
    if (!process.argv.some((arg) => arg === '--help' || arg === '-h')) return command(loadConfig(process.env));
    process.stdout.write(`${usage.trim()}\n`);
    return 0;
  };
  run().then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${sentenceOf(error)}\n`);
      process.exit(2);
    },
  );
}
