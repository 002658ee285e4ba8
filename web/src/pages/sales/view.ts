import { isDay } from '../../ui/days.ts';

/** What a link to the sales shows. */
export interface SalesView {
  search?: string;
  status?: SaleStatus;
  /** First and last day, on the shop's calendar. */
  from?: string;
  to?: string;
  branch?: string;
}

export const saleStatuses = ['completed', 'pending', 'partially_refunded', 'refunded', 'voided'] as const;
export type SaleStatus = (typeof saleStatuses)[number];

const isStatus = (status: unknown): status is SaleStatus => (saleStatuses as readonly unknown[]).includes(status);

export function readView({ search, status, from, to, branch }: Record<string, unknown>): SalesView {
  return {
    ...(search === undefined || search === '' ? {} : { search: String(search) }),
    ...(isStatus(status) ? { status } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(typeof branch === 'string' ? { branch } : {}),
  };
}

/** The same as the service is asked for it. */
export const queryOf = ({ from, to, branch, ...view }: SalesView) => ({ ...view, start_date: from, end_date: to, branch_id: branch });
