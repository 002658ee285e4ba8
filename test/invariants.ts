import { readFile } from 'node:fs/promises';
import type pg from 'pg';

export interface Invariant {
  name: string;
  /** Finds the rows that break it. */
  query: string;
}

/** The invariants of `server/invariants.sql`: each is a comment that names it and one query that finds what breaks it. */
export async function readInvariants(): Promise<Invariant[]> {
  const text = await readFile(new URL('../server/invariants.sql', import.meta.url), 'utf8');
  return text
    .split(/^-- (?=I\d+ )/m)
    .slice(1)
    .map((block) => {
      const [name = '', ...query] = block.split('\n');
      return { name, query: query.join('\n').trim().replace(/;$/, '') };
    });
}

export async function brokenInvariants(admin: pg.Pool): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, query } of await readInvariants()) {
    const { rows } = await admin.query(query);
    if (rows.length > 0) broken.push(`${name}: ${rows.length} rows, the first ${JSON.stringify(rows[0])}`);
  }
  return broken;
}
