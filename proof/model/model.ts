import type { Person, ProofShop } from '../shop.ts';
import type { Approval, Customer, Minor, Product, Register, Sale, Settings, Tried } from './records.ts';

export interface Level {
  product: Product;
  /** Index into the shop's warehouses. */
  warehouse: number;
  stock: number;
  reserved: number;
}

export interface Movement {
  type: string;
  quantity: number;
  balance: number;
}

/** A successful request that may be repeated under its key. */
export interface Done {
  person: Person;
  path: string;
  body: Record<string, unknown>;
  key: string;
  approval: string | undefined;
  text: string;
  status: number;
}

/** A shop according to the specification, written without the code of the service. */
export interface Model {
  settings: Settings;
  shop: Pick<ProofShop, 'branches' | 'warehouses'>;
  products: Product[];
  /** Names of the categories, as they were first written. */
  categories: string[];
  customers: Customer[];
  sales: Sale[];
  registers: Register[];
  levels: Map<string, Level>;
  /** By product and warehouse, oldest first. */
  movements: Map<string, Movement[]>;
  done: Done[];
  tried: Tried[];
  approvals: Approval[];
  /** Records of another merchant. */
  foreign: Record<'product' | 'customer' | 'warehouse' | 'sale', string>;
}

/** The lifetime value from which a customer has each tier, in major units. Every shop here has these settings. */
export const tiers = { silver: 20, gold: 60, platinum: 200 };

/** The index of each warehouse's branch. The first two warehouses are the default ones of their branches. */
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

/** Changes a level, and records the movement with the balance after it. */
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

/** The category of this name, in any case. It is created if there is none. */
export function ensureCategory(model: Model, name: string): string {
  const known = model.categories.find((one) => one.toLowerCase() === name.toLowerCase());
  if (known === undefined) model.categories.push(name);
  return known ?? name;
}

export const categoryOf = ({ parent, category }: Product): string | null =>
  parent === null ? category : parent.category;

export const notDeleted = <Row extends { is_deleted: boolean }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ is_deleted }) => !is_deleted);

/** An amount in the form of the API: a number of major units. */
export const toWire = (minor: Minor | number, { digits }: Pick<Settings, 'digits'>): number =>
  Number(minor) / 10 ** digits;

/** True for a valid amount: an integer of minor units that is not negative. */
export const isAmount = (minor: number): boolean => Number.isInteger(minor) && minor >= 0;
