/** The options of a product's choice: the found products, and before them the chosen one if it is not among them. */
export const optionsOf = <Product extends { id: string }>(
  chosen: Product | undefined,
  found: readonly Product[],
): readonly Product[] =>
  chosen === undefined || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
