import type pg from 'pg';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { serviceRole } from '../../server/src/platform/database/migration/service-role.ts';
import { asAdmin } from '../../test/admin.ts';

/** Counts statements whose filter was removed. */
export interface Rewritten {
  /** Number of executions without filter. */
  ran: number;
  /** The distinct statements. */
  texts: Set<string>;
}

const filter = /(?:"?\w+"?\.)?"?\bmerchant_id"?\s*=\s*(\$\d+)(?:::uuid)?/g;
const ofMerchant = /((?:from|update) "?merchants"?\b[^;]*? where )"?id"? = (\$\d+)/g;

/** Makes each filter by merchant always true. The parameters stay, so that the numbers of the others remain right. */
export const withoutFilter = (text: string): string =>
  text.replace(filter, '($1::uuid is not null)').replace(ofMerchant, '$1($2::uuid is not null)');

/** Removes the filters from the statements of a pool, or only from those that match `only`. */
export function removeFilters(pool: pg.Pool, rewritten: Rewritten, only = /^/): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query(statement: unknown, ...rest: unknown[]) {
        if (
          typeof statement !== 'object' ||
          statement === null ||
          !('text' in statement) ||
          typeof statement.text !== 'string'
        )
          return query(statement, ...rest);
        const text = only.test(statement.text) ? withoutFilter(statement.text) : statement.text;
        if (text !== statement.text) {
          rewritten.ran += 1;
          rewritten.texts.add(statement.text);
        }
        return query({ ...statement, text }, ...rest);
      },
    });
  });
}

let made = 0;

/** Passes a database role with the rights of the service that bypasses row security. */
export async function withOpenRole<Result>(
  server: Connection,
  work: (role: string) => Promise<Result>,
): Promise<Result> {
  const role = `${serviceRole}_open_${process.pid}_${++made}`;
  await asAdmin(server, (client) =>
    client.query(`create role ${role} login nosuperuser bypassrls in role ${serviceRole}`),
  );
  try {
    return await work(role);
  } finally {
    await asAdmin(server, (client) => client.query(`drop role ${role}`));
  }
}
