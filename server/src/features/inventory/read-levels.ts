import type { Handle } from '../../platform/database/handle.ts';
import * as lists from './list-queries.ts';
import { findLevels } from './queries.ts';
import { type Demand, keyOf, levelPagingOf, type Shortage, shortagesOf } from './rules.ts';

/** Levels of products that are not deleted, with their paging: up to 1,000 at once, unless a page is requested. */
export async function listLevels(db: Handle, query: lists.LevelQuery & Parameters<typeof levelPagingOf>[0]) {
  const paging = levelPagingOf(query);
  return { levels: await lists.listLevels(db, query, paging), paging };
}

/** The demands that could not be met now. */
export async function findShortages<Line>(db: Handle, demands: readonly Demand<Line>[]): Promise<Shortage<Line>[]> {
  if (demands.length === 0) return [];
  const keys = [...new Map(demands.map((demand) => [keyOf(demand), demand])).values()];
  const levels = await findLevels(db, keys);
  return shortagesOf(new Map(levels.map((level) => [keyOf(level), level])), demands);
}
