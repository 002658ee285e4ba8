import type { ListName, Row } from '@tillhouse/client';
import { api } from './api.ts';

/** All rows of a list that is short in most shops, page by page. */
export async function listAll<Name extends ListName>(list: Name, signal: AbortSignal): Promise<Row<Name>[]> {
  const rows: Row<Name>[] = [];
  for await (const row of api.each(list, { signal, query: { limit: 100 } })) rows.push(row);
  return rows;
}
