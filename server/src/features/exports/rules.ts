import type { Format } from '../../platform/files/cells.ts';

export type { Format } from '../../platform/files/cells.ts';

export const reportTypes = ['sales', 'transactions', 'products', 'inventory', 'customers'] as const;
export type ReportType = (typeof reportTypes)[number];

/** Types that cover a period, and so need one. */
export const needsDates = (type: ReportType): boolean => type === 'sales' || type === 'transactions';

/** The folder of exported files, with a subfolder for each merchant. */
export const exportsFolder = 'exports';

/** The name of the job that writes exports. */
export const exportJobName = 'exports';

export const exportStates = ['queued', 'running', 'ready', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/** The name of the downloaded file. */
export const downloadName = ({ report_type, format, start_date, end_date }: Named): string =>
  `${report_type}-${needsDates(report_type) ? `${start_date}-to-${end_date}` : end_date}.${format}`;

interface Named {
  report_type: ReportType;
  format: Format;
  start_date: string;
  end_date: string;
}
