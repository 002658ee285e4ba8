import { useQueryClient } from '@tanstack/react-query';
import { levelsOfQuery } from '../levels.ts';
import { keyOf, withExpected } from './draft-rules.ts';
import type { KeptList } from './use-list-draft.ts';

/** Stock that was read longer ago is read again, although the event stream says when it changes. */
const fresh_ms = 5_000;

export interface Expected {
  /** The stock of a product when it was counted; undefined while it is read. */
  of(product_id: string): number | undefined;
  /** Reads the stock of a product that is being counted. */
  read(product_id: string): void;
  /** Reads the stock of all products on the list in another warehouse. */
  readAll(warehouse_id: string): void;
  /** The stock, read now if that failed before. */
  wait(product_id: string): Promise<{ stock: number } | { error: unknown }>;
}

/**
 * The stock on hand at the time of the last scan of each product. What is sold afterwards changes neither the expected
 * nor the counted quantity.
 */
export function useExpected({ draft, change }: KeptList, warehouse_id: string): Expected {
  const queries = useQueryClient();
  const load = async (product_id: string, warehouse: string) => {
    const levels = await queries.fetchQuery({ ...levelsOfQuery(product_id), staleTime: fresh_ms });
    return levels.find((level) => level.warehouse_id === warehouse)?.stock ?? 0;
  };
  const readIn = (warehouse: string, product_id: string) => {
    const key = keyOf(warehouse, product_id);
    // What was expected before is not what this count is compared with.
    change((before) => withExpected(before, key, undefined));
    void load(product_id, warehouse).then(
      (stock) => change((before) => withExpected(before, key, stock)),
      () => undefined,
    );
  };
  const of = (product_id: string) => draft.expected[keyOf(warehouse_id, product_id)];
  return {
    of,
    read: (product_id) => readIn(warehouse_id, product_id),
    readAll(warehouse) {
      for (const { product_id } of draft.lines) readIn(warehouse, product_id);
    },
    async wait(product_id) {
      const known = of(product_id);
      if (known !== undefined) return { stock: known };
      try {
        return { stock: await load(product_id, warehouse_id) };
      } catch (error) {
        return { error };
      }
    },
  };
}
