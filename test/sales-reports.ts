/** What follows `/reports/sales` in the addresses of its divisions. All of them need days. */
export const salesReports = [
  '/by-product',
  '/by-category',
  '/by-staff',
  '/by-hour',
  '/tax',
  '/discounts',
  '/refunds',
  '/by-reason',
] as const;
