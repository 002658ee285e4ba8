import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../session/api.ts';
import { listAll } from '../../session/list-all.ts';
import type { RowOf } from '../../session/types.ts';
import type { StockSort } from './view.ts';

export type Warehouse = RowOf<'listWarehouses'>;
type InventoryRow = RowOf<'listInventory'>;
export type LevelRow = Extract<InventoryRow, { warehouse_id: string }>;

interface LevelsQuery {
  product_id?: string;
  with_variants?: true;
  warehouse_id?: string;
  low_stock?: true;
  sort?: StockSort;
  page?: number;
  limit?: number;
}

/** Lists stock levels. The same operation also returns records, in another view. */
export async function listLevels(
  query: LevelsQuery,
  signal: AbortSignal,
): Promise<{ data: LevelRow[]; meta: { total: number } }> {
  const { data, meta } = await api.listInventory({ signal, query: { ...query, view: 'levels' } });
  return { data: data as LevelRow[], meta };
}

export const warehousesQuery = queryOptions({
  queryKey: ['warehouses'],
  queryFn: ({ signal }) => listAll('listWarehouses', signal),
});

export function useWarehouses(): readonly Warehouse[] {
  const { data = [] } = useQuery(warehousesQuery);
  return data;
}

/** The stock of a product in each warehouse that has had some. */
export const levelsOfQuery = (product_id: string) =>
  queryOptions({
    queryKey: ['stock', 'levels', 'of', product_id],
    queryFn: async ({ signal }) => (await listLevels({ product_id }, signal)).data,
  });

export const useLevelsOf = (product_id: string) => useQuery(levelsOfQuery(product_id));
