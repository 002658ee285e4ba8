/** What a link to the sales shows. */
export interface SalesView {
  search?: string;
  status?: SaleStatus;
}

export const saleStatuses = ['completed', 'pending', 'partially_refunded', 'refunded', 'voided'] as const;
export type SaleStatus = (typeof saleStatuses)[number];

const isStatus = (status: unknown): status is SaleStatus => (saleStatuses as readonly unknown[]).includes(status);

export function readView({ search, status }: Record<string, unknown>): SalesView {
  return { ...(search === undefined || search === '' ? {} : { search: String(search) }), ...(isStatus(status) ? { status } : {}) };
}
