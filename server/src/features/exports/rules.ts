export const reportTypes = ['sales', 'transactions', 'products', 'inventory', 'customers'] as const;
export type ReportType = (typeof reportTypes)[number];

/** Types that tell of a stretch of time, and so need one. */
export const needsDates = (type: ReportType): boolean => type === 'sales' || type === 'transactions';
