import type { api } from '../../session/api.ts';

export type FileSums = Awaited<ReturnType<typeof api.validateImport>>['totals'];

interface Sum {
  units: number;
  value_at_cost: number;
}

interface ShopSums {
  total_products: number;
  total_units: number;
  value_at_cost: number;
  customers: number;
  by_warehouse: readonly (Sum & { warehouse_id: string; warehouse_name: string })[];
}

/** The counts and the stock of each warehouse, of the file and of the shop side by side. */
export function compareTotals(file: FileSums, shop: ShopSums) {
  const inFile = new Map(file.stock.map((sum) => [sum.warehouse_id, sum]));
  const all = inFile.get(null);
  const total: Sum = { units: shop.total_units, value_at_cost: shop.value_at_cost };
  return {
    counts: [
      { name: 'products' as const, inFile: file.products, inShop: null },
      { name: 'variants' as const, inFile: file.variants, inShop: null },
      { name: 'records' as const, inFile: file.products + file.variants, inShop: shop.total_products },
      { name: 'customers' as const, inFile: null, inShop: shop.customers },
    ],
    warehouses: [
      { id: 'all', name: null, inFile: all, inShop: total },
      ...shop.by_warehouse.map(({ warehouse_id, warehouse_name, ...sum }) => ({
        id: warehouse_id,
        name: warehouse_name,
        inFile: inFile.get(warehouse_id),
        inShop: sum,
      })),
    ].filter(({ id, inFile: sum, inShop }) => id === 'all' || sum !== undefined || inShop.units !== 0),
  };
}
