export const tilesAtOnce = 24;
/** The service returns at most a hundred products. More tiles than these are found by search. */
const tiles_at_most = 96;

/** Whether a shop has more products than are shown, and more may be shown. */
export const hasMoreTiles = (total: number, shown: number): boolean => total > shown && shown < tiles_at_most;
