import { type DateRange, readDateRange } from '../../design/days.ts';

/** Filters of the sales page in its address. */
export interface SalesView extends DateRange {
  search?: string;
  status?: SaleStatus;
  branch?: string;
}

export const saleStatuses = ['completed', 'pending', 'partially_refunded', 'refunded', 'voided'] as const;
export type SaleStatus = (typeof saleStatuses)[number];

const isStatus = (status: unknown): status is SaleStatus => (saleStatuses as readonly unknown[]).includes(status);
export function readView({ search, status, branch, ...view }: Record<string, unknown>): SalesView {
  return {
    ...(search === undefined || search === '' ? {} : { search: String(search) }),
    ...(isStatus(status) ? { status } : {}),
    ...readDateRange(view),
    ...(typeof branch === 'string' ? { branch } : {}),
  };
}

/** The filters as query parameters of the service. */
export const queryOf = ({ from, to, branch, ...view }: SalesView) => ({
  ...view,
  start_date: from,
  end_date: to,
  branch_id: branch,
});
