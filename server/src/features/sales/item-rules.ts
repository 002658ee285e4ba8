/** Where a merchant allows no custom items, each item names a product. */
export const customItemsNotAllowed = 'is required';

/** The name and the price of a custom item. */
export const isRequired = 'is required where there is no product_id';

/** Percentages are kept as parts per million. */
export const percentDecimals = 4;
export const tooManyPercentDecimals = `must have at most ${percentDecimals} decimals`;
