/** Where a quantity lies: one SKU in one warehouse. */
export interface LevelKey {
  product_id: string;
  warehouse_id: string;
}

export interface Level extends LevelKey {
  on_hand: number;
  /** Held for parked sales. */
  reserved: number;
}

export const keyOf = ({ product_id, warehouse_id }: LevelKey): string => `${product_id} ${warehouse_id}`;

export const availableOf = ({ on_hand, reserved }: Level): number => on_hand - reserved;

/** A wish to take so much of something; `line` is whatever the asker calls it by. */
export interface Demand<Line> extends LevelKey {
  quantity: number;
  line: Line;
}

export interface Shortage<Line> {
  line: Line;
  /** What the lines before it left. */
  available: number;
}

/** Which demands cannot be met, served in their order: two lines of one SKU share what there is. */
export function shortagesOf<Line>(levels: ReadonlyMap<string, Level>, demands: readonly Demand<Line>[]): Shortage<Line>[] {
  const left = new Map<string, number>();
  const short: Shortage<Line>[] = [];
  for (const demand of demands) {
    const key = keyOf(demand);
    const level = levels.get(key);
    const available = left.get(key) ?? (level === undefined ? 0 : availableOf(level));
    if (demand.quantity > available) short.push({ line: demand.line, available: Math.max(0, available) });
    else left.set(key, available - demand.quantity);
  }
  return short;
}
