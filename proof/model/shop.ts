import type { Person, ProofShop } from '../shop.ts';
import type { Customer, Minor, Product, Sale, Settings } from './records.ts';

export interface Level {
  product: Product;
  /** Its place among the shop's warehouses. */
  warehouse: number;
  stock: number;
  reserved: number;
}

export interface Movement {
  type: string;
  quantity: number;
  balance: number;
}

/** A success that may be asked for again under its key. */
export interface Done {
  person: Person;
  path: string;
  body: Record<string, unknown>;
  key: string;
  text: string;
  status: number;
}

/** A shop as the specification has it: nothing here knows how the service does it. */
export interface Model {
  settings: Settings;
  place: Pick<ProofShop, 'branches' | 'warehouses'>;
  products: Product[];
  customers: Customer[];
  sales: Sale[];
  levels: Map<string, Level>;
  /** By product and warehouse, oldest first. */
  movements: Map<string, Movement[]>;
  done: Done[];
  /** Records of another merchant. */
  foreign: Record<'product' | 'customer' | 'warehouse' | 'sale', string>;
}

/** From which money a customer is in which tier, in whole units of currency; set so at every shop here. */
export const tiers = { silver: 20, gold: 60, platinum: 200 };

/** Which branch each warehouse is of; the first two are their branches' default. */
export const branchOf = [0, 1, 0] as const;

const keyOf = (product: Product, warehouse: number) => `${product.id} ${warehouse}`;

export function levelOf(model: Model, product: Product, warehouse: number): Level {
  return model.levels.get(keyOf(product, warehouse)) ?? { product, warehouse, stock: 0, reserved: 0 };
}

export const availableAt = (model: Model, product: Product, warehouse: number): number => {
  const { stock, reserved } = levelOf(model, product, warehouse);
  return stock - reserved;
};

export const stockOf = (model: Model, product: Product, warehouses: readonly number[] = [0, 1, 2]): number =>
  warehouses.reduce((sum, warehouse) => sum + levelOf(model, product, warehouse).stock, 0);

/** Every change of stock is a movement, with the balance after it. */
export function move(
  model: Model,
  product: Product,
  warehouse: number,
  { type, quantity }: Omit<Movement, 'balance'>,
): void {
  const level = levelOf(model, product, warehouse);
  const balance = level.stock + quantity;
  model.levels.set(keyOf(product, warehouse), { ...level, stock: balance });
  if (quantity === 0) return;
  const key = keyOf(product, warehouse);
  model.movements.set(key, [...(model.movements.get(key) ?? []), { type, quantity, balance }]);
}

export function reserve(model: Model, product: Product, warehouse: number, quantity: number): void {
  const level = levelOf(model, product, warehouse);
  model.levels.set(keyOf(product, warehouse), { ...level, reserved: level.reserved + quantity });
}

export const living = <Kept extends { is_deleted: boolean }>(kept: readonly Kept[]): Kept[] =>
  kept.filter(({ is_deleted }) => !is_deleted);

/** An amount as the interface has it: a number of major units. */
export const toWire = (minor: Minor | number, { digits }: Pick<Settings, 'digits'>): number =>
  Number(minor) / 10 ** digits;

/** May this be an amount: a whole number of minor units, and not below zero? */
export const isAmount = (minor: number): boolean => Number.isInteger(minor) && minor >= 0;
