import type { Handle } from '../../platform/database/handle.ts';
import * as queries from './queries.ts';
import { type Demand, keyOf, levelPagingOf, type Shortage, shortagesOf } from './rules.ts';

/** What other rooms may ask this one. */

/** Levels of living products: all at once, up to 1,000, unless a page is asked for. Says, too, how they were paged. */
export async function listLevels(db: Handle, query: queries.LevelQuery & Parameters<typeof levelPagingOf>[0]) {
  const paging = levelPagingOf(query);
  return { levels: await queries.listLevels(db, query, paging), paging };
}

/** Which of these demands could not be met at this moment. */
export async function findShortages<Line>(db: Handle, demands: readonly Demand<Line>[]): Promise<Shortage<Line>[]> {
  if (demands.length === 0) return [];
  const keys = [...new Map(demands.map((demand) => [keyOf(demand), demand])).values()];
  const levels = await queries.findLevels(db, keys);
  return shortagesOf(new Map(levels.map((level) => [keyOf(level), level])), demands);
}

export type { LevelQuery } from './queries.ts';
