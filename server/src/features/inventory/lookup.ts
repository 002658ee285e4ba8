import type { Handle } from '../../db/handle.ts';
import * as queries from './queries.ts';
import { levelPagingOf } from './rules.ts';

/** What other rooms may ask this one. */

/** Levels of living products: all at once, up to 1,000, unless a page is asked for. Says, too, how they were paged. */
export async function listLevels(db: Handle, query: queries.LevelFilter & Parameters<typeof levelPagingOf>[0]) {
  const paging = levelPagingOf(query);
  return { levels: await queries.listLevels(db, query, paging), paging };
}

export type { LevelFilter } from './queries.ts';
