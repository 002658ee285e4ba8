import type pg from 'pg';
import type { Connection } from '../../server/src/platform/database/connection.ts';
import { serviceRole } from '../../server/src/platform/database/migration/service-role.ts';
import { asAdmin } from '../../test/admin.ts';

/** What became of statements that had their filter taken out. */
export interface Rewritten {
  /** Statements that ran without their filter. */
  ran: number;
  /** Their texts, each once. */
  texts: Set<string>;
}

const filter = /(?:"?\w+"?\.)?"?\bmerchant_id"?\s*=\s*(\$\d+)(?:::uuid)?/g;
const ofMerchant = /((?:from|update) "?merchants"?\b[^;]*? where )"?id"? = (\$\d+)/g;

/** The statement with every filter by merchant always true. The parameter stays: others may stand behind it. */
export const withoutFilter = (text: string): string =>
  text.replace(filter, '($1::uuid is not null)').replace(ofMerchant, '$1($2::uuid is not null)');

/** Takes the filters out of what goes through a pool. `only`: where the statement says so. */
export function removeFilters(pool: pg.Pool, rewritten: Rewritten, only = /^/): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query(asked: unknown, ...rest: unknown[]) {
        if (typeof asked !== 'object' || asked === null || !('text' in asked) || typeof asked.text !== 'string')
          return query(asked, ...rest);
        const text = only.test(asked.text) ? withoutFilter(asked.text) : asked.text;
        if (text !== asked.text) {
          rewritten.ran += 1;
          rewritten.texts.add(asked.text);
        }
        return query({ ...asked, text }, ...rest);
      },
    });
  });
}

let made = 0;

/** Works with an account that may do what the service may, and that row security does not hold for. */
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
