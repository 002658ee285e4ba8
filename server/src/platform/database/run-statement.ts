import type pg from 'pg';
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
  { topology, timeout_ms }: SendOptions,
): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
  const { title, name, text, values } = topology.adapt(compile(statement));
  // Otherwise the pool's timeout applies.
  const timeout = timeout_ms === undefined ? {} : { query_timeout: timeout_ms };
  const named = name === undefined ? { title } : { title, name };
  return client.query({ ...named, ...timeout, text, values: values.map(parameterOf) });
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
