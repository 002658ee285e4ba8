/** Error on `product_id` if the merchant allows no custom items. */
export const customItemsNotAllowed = 'is required';

/** Error on the name or price of a custom item. */
export const isRequired = 'is required where there is no product_id';

/** Percentages are stored as parts per million. */
export const percentDecimals = 4;
export const tooManyPercentDecimals = `must have at most ${percentDecimals} decimals`;
