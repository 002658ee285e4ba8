import type { Format } from '../../platform/files/cells.ts';

export type { Format } from '../../platform/files/cells.ts';

export const reportTypes = ['sales', 'transactions', 'products', 'inventory', 'customers'] as const;
export type ReportType = (typeof reportTypes)[number];

/** Types that tell of a stretch of time, and so need one. */
export const needsDates = (type: ReportType): boolean => type === 'sales' || type === 'transactions';

/** The folder of exported files; those of each merchant are in a folder of their own in it. */
export const exportsFolder = 'exports';

/** Of the job that writes exports. */
export const exportJobName = 'exports';

export const exportStates = ['queued', 'running', 'ready', 'failed'] as const;
export type ExportState = (typeof exportStates)[number];

/** As people will see the file's name. */
export const nameOfFile = ({ report_type, format, start_date, end_date }: Named): string =>
  `${report_type}-${needsDates(report_type) ? `${start_date}-to-${end_date}` : end_date}.${format}`;

interface Named {
  report_type: ReportType;
  format: Format;
  start_date: string;
  end_date: string;
}
