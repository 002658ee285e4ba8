import { can } from '../../core/actor.ts';
import type { Period } from '../../core/calendar.ts';
import type { Permission } from '../../core/permissions.ts';
import { formats as tableFormats } from '../../platform/files/cells.ts';

export const exportFormats = [...tableFormats, 'pdf'] as const;
export type Format = (typeof exportFormats)[number];

export const reportTypes = [
  'sales',
  'transactions',
  'products',
  'inventory',
  'customers',
  'sales_by_product',
  'sales_by_category',
  'sales_by_staff',
  'sales_by_hour',
  'sales_tax',
  'sales_discounts',
  'sales_refunds',
] as const;
export type ReportType = (typeof reportTypes)[number];

/** What reading the rows of a type needs besides `reports:read`. The other types are reports. */
const permissions: Partial<Record<ReportType, Permission>> = {
  transactions: 'sales:read',
  products: 'catalogue:read',
  inventory: 'stock:read',
  customers: 'customers:read',
};

/** The permission that an export of this type needs, and the actor does not have. Only API keys have some of them. */
export function missingPermission(type: ReportType, actor: Parameters<typeof can>[0]): Permission | undefined {
  const permission = permissions[type];
  return permission === undefined || can(actor, permission) ? undefined : permission;
}

const withoutDates: readonly ReportType[] = ['products', 'inventory', 'customers'];

/** Types that cover a period, and so need one. */
export const needsDates = (type: ReportType): boolean => !withoutDates.includes(type);

const counted = ['transactions', 'products', 'inventory', 'customers'] as const;
export type CountedType = (typeof counted)[number];

/** Types whose rows are counted before the file is written. The others sum up rows. */
export const isCounted = (type: ReportType): type is CountedType => counted.some((one) => one === type);

/** Reports that read more than the hours of their days, and so accept fewer days. */
export const isDetailed = (type: ReportType): boolean => type.startsWith('sales_') && type !== 'sales_by_hour';

/** The orders of the report by product. */
export const productSorts = [
  ...['-revenue', 'revenue', '-quantity', 'quantity', 'name', '-name'],
  ...['-gross_profit', 'gross_profit', '-margin', 'margin'],
] as const;

export const refundKinds = ['refund', 'void'] as const;

/** Filters of single report types, as in the report itself. */
export interface Filters {
  search?: string;
  sort?: (typeof productSorts)[number];
  group_by?: Period;
  kind?: (typeof refundKinds)[number];
  /** Who refunded or voided. */
  user_id?: string;
}

/** The report type that each filter belongs to. */
export const filterTypes: Record<keyof Filters, ReportType> = {
  search: 'sales_by_product',
  sort: 'sales_by_product',
  group_by: 'sales',
  kind: 'sales_refunds',
  user_id: 'sales_refunds',
};

/** An order by figures that only people with `costs:read` see. */
export const isSortedByCost = ({ sort }: Filters): boolean => /profit|margin/.test(sort ?? '');

/** The folder of exported files, with a subfolder for each merchant. */
export const exportsFolder = 'exports';

/** The name of the job that writes exports. */
export const exportJobName = 'exports';

export const exportStates = ['queued', 'running', 'ready', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/** A run without a report for this long is lost. Runs report every few seconds. */
export const lost_after_ms = 30_000;
const waits_long_after_ms = 60_000;

/** Whether its run was lost and no other has taken over, or no run begins. */
export const isStalled = (
  { state, created_at, seen_at }: { state: ExportState; created_at: string; seen_at: string | null },
  now: string,
): boolean => {
  const since = (at: string) => Date.parse(now) - Date.parse(at);
  if (state === 'queued') return since(created_at) >= waits_long_after_ms;
  return state === 'running' && since(seen_at ?? created_at) >= lost_after_ms;
};

/** The name of the downloaded file. */
export const downloadName = ({ report_type, format, start_date, end_date }: Named): string => {
  const days = needsDates(report_type) ? `${start_date}-to-${end_date}` : end_date;
  return `${report_type.replaceAll('_', '-')}-${days}.${format}`;
};

interface Named {
  report_type: ReportType;
  format: Format;
  start_date: string;
  end_date: string;
}
