interface Warehouse {
  id: string;
  is_default: boolean;
}

/** The id of the chosen warehouse, if it still exists, or of the default one; empty without warehouses. */
export const chosenOf = (warehouses: readonly Warehouse[], id: string | undefined): string =>
  (
    warehouses.find((warehouse) => warehouse.id === id) ??
    warehouses.find(({ is_default }) => is_default) ??
    warehouses[0]
  )?.id ?? '';

/** The id of the chosen warehouse, if it still exists, or of the first one that differs from `from`. */
export const otherOf = (warehouses: readonly Warehouse[], from: string, id: string | undefined): string =>
  (warehouses.find((warehouse) => warehouse.id === id) ?? warehouses.find((warehouse) => warehouse.id !== from))?.id ??
  '';
