import { invalidField, ValidationErrors } from '../../../core/errors.ts';
import { isId } from '../../../core/ids.ts';
import type { ReadCell } from '../../../platform/files/cells.ts';
import { unreadable } from '../../../platform/files/unreadable.ts';
import { type Column, columns, type Heading, type HeadingNames, type StockColumn } from '../import-rules.ts';
import { ownColumnsOf, readHeading } from './heading-rules.ts';
import {
  detectSource,
  type Field,
  type LocationColumn,
  locationColumns,
  type Mapping,
  type Source,
  suggestMapping,
  taxPercentOf,
} from './source-rules.ts';

/** What a person chose for a file; without it, a file is read by its headings. */
export interface MappingChoice {
  /** JSON of field and heading. */
  mapping?: string | undefined;
  /** JSON of heading and warehouse: the columns with the stock of a location. */
  stock_columns?: string | undefined;
  /** The warehouse of the other stock column. Default: the stock is that of all warehouses together. */
  warehouse_id?: string | undefined;
  /** The warehouses that a file with our own headings may name. */
  warehouses?: readonly { id: string; label: string }[];
}

/** Which column of a file holds what. */
export interface Layout {
  source: Source;
  heading: Heading;
  stocks: readonly StockColumn[];
  /** For files that are mapped; undefined for those with our own headings. */
  mapped: MappedColumns | undefined;
  /** Whether the numbers may be written in another way than by our own exports. */
  hasOtherNumbers: boolean;
  /** The file's heading of each field, for errors; undefined for our own names. */
  names: HeadingNames;
}

export interface MappedColumns {
  handle: number | undefined;
  variant: readonly number[];
  trackStock: number | undefined;
  /** Columns that say whether a tax applies. */
  taxes: readonly { at: number; percent: number }[];
  /** A column that says FALSE for what is not taxed. */
  taxable: number | undefined;
  /** A column of rows that say what another item consists of. */
  included: number | undefined;
  /** Whether the column for the status says Y for what is archived. */
  isArchived: boolean;
}

const fields: readonly Field[] = [...columns, 'handle', 'variant', 'trackStock'];
const variantHeadingsAtMost = 3;

/** The headings of a file as texts. */
export const headingsOf = (cells: readonly ReadCell[]): string[] => cells.map((cell) => String(cell ?? '').trim());

/**
 * Reads the layout of a file from its headings and what the person chose.
 * @throws AppError VALIDATION_ERROR on `file`, `mapping`, `stock_columns` or `warehouse_id`
 */
export function readLayout(cells: readonly ReadCell[], choice: MappingChoice): Layout {
  const headings = headingsOf(cells);
  const source = detectSource(headings);
  const { warehouse_id } = choice;
  if (warehouse_id !== undefined && !isId(warehouse_id)) throw invalidField('warehouse_id', 'must be a UUID');
  const isOwn = choice.mapping === undefined && (source === 'tillhouse' || source === 'unknown');
  if (isOwn) return withWarehouse(readOwnLayout(headings, source, choice), warehouse_id);
  const mapping =
    choice.mapping === undefined ? suggestMapping(headings, source) : readMapping(choice.mapping, headings);
  const locations = locationColumns(headings, source);
  const stocks =
    choice.stock_columns === undefined
      ? stocksWithoutChoice(locations, mapping)
      : readStockColumns(choice.stock_columns, headings);
  return withWarehouse(compile({ headings, source, mapping, stocks }), warehouse_id);
}

/** A file with our own headings. With those of a language, it may be of another program, or written by a spreadsheet. */
function readOwnLayout(headings: readonly string[], source: Source, choice: MappingChoice): Layout {
  const own = ownColumnsOf(headings);
  if (own.warehouse !== undefined && choice.warehouse_id === undefined) rejectListByWarehouse(own.warehouse);
  const heading = readHeading(headings, own);
  return {
    source,
    heading,
    stocks: ownStockColumns(headings, choice.warehouses ?? []),
    mapped: undefined,
    hasOtherNumbers: own.isTranslated,
    names: own.isTranslated ? new Map([...heading].map(([column, at]) => [column, headings[at] ?? column])) : undefined,
  };
}

/** The stock of one warehouse in a file with our own headings. */
export const stockHeading = (label: string): string => `stock [${label}]`;

/** The columns of an export of one branch. @throws AppError VALIDATION_ERROR on `file` */
function ownStockColumns(
  headings: readonly string[],
  warehouses: readonly { id: string; label: string }[],
): StockColumn[] {
  return headings.flatMap((heading, at) => {
    const label = /^stock \[(.+)\]$/i.exec(heading)?.[1]?.toLowerCase();
    if (label === undefined) return [];
    const [found, second] = warehouses.filter((warehouse) => warehouse.label.toLowerCase() === label);
    if (found === undefined) throw unreadable(`has a column ${heading}, which is not a warehouse of yours`);
    if (second !== undefined) throw unreadable(`has a column ${heading}, which are several warehouses of yours`);
    return [{ at, heading, warehouse_id: found.id, field: 'file' }];
  });
}

/** Our report of stock has a row for each warehouse. Its stock is not that of all warehouses together. */
function rejectListByWarehouse(heading: string): never {
  throw unreadable(
    `has a column ${heading}, as the report of stock has; without it, its stock is that of all warehouses`,
  );
}

/** A single location needs no choice: its stock is that of the default warehouse. */
function stocksWithoutChoice([first, second]: LocationColumn[], mapping: Mapping): StockColumn[] {
  if (second !== undefined)
    throw invalidField('stock_columns', 'is required: the file has the stock of several locations');
  if (first !== undefined) mapping.stock ??= first.heading;
  return [];
}

/** @throws AppError VALIDATION_ERROR naming each wrong field of the mapping */
export function readMapping(json: string, headings: readonly string[]): Mapping {
  const several = { variant: variantHeadingsAtMost };
  const { variant, ...mapping } = readColumnChoice(json, headings, { fields, several });
  if (mapping.sku === undefined && mapping.name === undefined)
    throw invalidField('mapping.sku', 'is required, or a name from which it is made');
  return { ...mapping, ...(variant === undefined ? {} : { variant: [variant].flat() }) } as Mapping;
}

interface ChoiceRules<Name extends string> {
  fields: readonly Name[];
  /** The fields that may have more than one heading, and how many. */
  several: Partial<Record<Name, number>>;
}

/** The headings of each field that a person chose. @throws AppError VALIDATION_ERROR naming each wrong field */
export function readColumnChoice<Name extends string>(
  json: string,
  headings: readonly string[],
  { fields: names, several }: ChoiceRules<Name>,
): Partial<Record<Name, string | string[]>> {
  const errors = new ValidationErrors();
  const chosen: Partial<Record<Name, string | string[]>> = {};
  for (const [field, value] of Object.entries(readObject(json, 'mapping'))) {
    const at = `mapping.${field.slice(0, 50)}`;
    const given = [value].flat().filter((heading) => heading !== null && heading !== '');
    const unknown = given.find((heading) => typeof heading !== 'string' || !headings.includes(heading.trim()));
    const texts = given.map((heading) => String(heading).trim());
    const name = names.find((one) => one === field);
    const [first] = texts;
    if (name === undefined) errors.add(at, 'is not a field that is imported');
    else if (texts.length > (several[name] ?? 1)) errors.add(at, 'names too many columns');
    else if (unknown !== undefined) errors.add(at, 'names a column that the file does not have');
    else if (first !== undefined) chosen[name] = several[name] === undefined ? first : texts;
  }
  errors.throwIfAny();
  return chosen;
}

function readStockColumns(json: string, headings: readonly string[]): StockColumn[] {
  const errors = new ValidationErrors();
  const stocks: StockColumn[] = [];
  for (const [heading, warehouse_id] of Object.entries(readObject(json, 'stock_columns'))) {
    const field = `stock_columns.${heading.slice(0, 50)}`;
    const at = headings.indexOf(heading.trim());
    if (warehouse_id === null || warehouse_id === '') continue;
    if (at === -1) errors.add(field, 'names a column that the file does not have');
    else if (typeof warehouse_id !== 'string' || !isId(warehouse_id))
      errors.add(field, 'must be the id of a warehouse');
    else if (stocks.some((other) => other.warehouse_id === warehouse_id))
      errors.add(field, 'is for the same warehouse as another column');
    else stocks.push({ at, heading, warehouse_id, field });
  }
  errors.throwIfAny();
  return stocks;
}

function readObject(json: string, field: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw invalidField(field, 'must be JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidField(field, 'must be a JSON object');
  return value as Record<string, unknown>;
}

interface Columns {
  headings: readonly string[];
  source: Source;
  mapping: Mapping;
  stocks: readonly StockColumn[];
}

function compile({ headings, source, mapping, stocks }: Columns): Layout {
  const at = (heading: string | undefined) => (heading === undefined ? undefined : headings.indexOf(heading));
  const named = (name: string) => {
    const found = headings.findIndex((heading) => heading.toLowerCase() === name);
    return found === -1 ? undefined : found;
  };
  const heading = new Map<Column, number>();
  const names = new Map<string, string>();
  for (const column of columns) {
    const name = mapping[column];
    if (name === undefined || (column === 'stock' && stocks.length > 0)) continue;
    heading.set(column, headings.indexOf(name));
    names.set(column, name);
  }
  const isKnown = source !== 'unknown' && source !== 'tillhouse';
  const taxes = headings.flatMap((text, index) => {
    const percent = isKnown ? taxPercentOf(text) : undefined;
    return percent === undefined ? [] : [{ at: index, percent }];
  });
  const mapped: MappedColumns = {
    handle: at(mapping.handle ?? (mapping.variant === undefined ? undefined : mapping.name)),
    variant: (mapping.variant ?? []).map((text) => headings.indexOf(text)),
    trackStock: at(mapping.trackStock),
    taxes: mapping.taxRate === undefined ? taxes : [],
    taxable: source === 'shopify' ? named('variant taxable') : undefined,
    included: source === 'loyverse' ? named('sku of included item') : undefined,
    isArchived: mapping.status?.toLowerCase() === 'archived',
  };
  return { source, heading, stocks, mapped, hasOtherNumbers: true, names };
}

/** The stock of a chosen warehouse, instead of that of all warehouses together. */
function withWarehouse(layout: Layout, warehouse_id: string | undefined): Layout {
  const at = layout.heading.get('stock');
  if (warehouse_id === undefined || at === undefined) return layout;
  if (layout.stocks.some((other) => other.warehouse_id === warehouse_id))
    throw invalidField('warehouse_id', 'is that of another column');
  const heading = new Map([...layout.heading].filter(([column]) => column !== 'stock'));
  return {
    ...layout,
    heading,
    stocks: [
      ...layout.stocks,
      { at, heading: layout.names?.get('stock') ?? 'stock', warehouse_id, field: 'warehouse_id' },
    ],
  };
}
