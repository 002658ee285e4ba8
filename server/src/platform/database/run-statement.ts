import type pg from 'pg';
import { pauseWhenDue } from '../../core/concurrency/pause.ts';
import { arrayLiteral } from './array-literal.ts';
import type { Handle } from './handle.ts';
import { compile, type Statement } from './statement.ts';
import type { DatabaseTopology } from './topology.ts';

/** Runs one statement. */
export type Run = <Row>(statement: Statement<Row>) => Promise<pg.QueryResult<Row & pg.QueryResultRow>>;

interface SendOptions {
  topology: DatabaseTopology;
  timeout_ms?: number | undefined;
}

export function query<Row>(
  client: pg.PoolClient,
  statement: Statement<Row>,
  options: SendOptions,
): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
  const request = requestOf(statement, options);
  return client.query({ ...request, values: request.values.map(parameterOf) });
}

/** A statement for the driver. Other work can run while the parameters of many rows are written. */
export async function writeRequest(statement: Statement<unknown>, options: SendOptions): Promise<pg.QueryConfig> {
  const pause = pauseWhenDue();
  const request = requestOf(statement, options);
  const values: unknown[] = [];
  for (const value of request.values) {
    await pause();
    values.push(parameterOf(value));
  }
  return { ...request, values };
}

function requestOf(statement: Statement<unknown>, { topology, timeout_ms }: SendOptions) {
  const { title, name, text, values } = topology.adapt(compile(statement));
  // Otherwise the pool's timeout applies.
  const timeout = timeout_ms === undefined ? {} : { query_timeout: timeout_ms };
  return { title, name, ...timeout, text, values };
}

const parameterOf = (value: unknown) => (Array.isArray(value) ? (arrayLiteral(value) ?? value) : value);

/** A handle on top of a function that runs statements. */
export function handleOf(merchant_id: string, run: Run): Handle {
  return {
    merchant_id,
    many: async (statement) => (await run(statement)).rows,
    async one(statement) {
      const { rows } = await run(statement);
      const [row] = rows;
      if (row === undefined || rows.length > 1) throw new Error(`expected one row, found ${rows.length}`);
      return row;
    },
    first: async (statement) => (await run(statement)).rows[0],
    run: async (statement) => (await run(statement)).rowCount ?? 0,
  };
}
