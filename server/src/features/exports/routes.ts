import type { App } from '../../http/app.ts';
import { branchesAsked } from '../../http/branches-asked.ts';
import { signLink } from '../../http/downloads.ts';
import { data, replies, success } from '../../http/envelope.ts';
import { act, ok } from '../../http/idempotency.ts';
import { dayOf } from '../../kernel/calendar.ts';
import { Complaints } from '../../kernel/refusal.ts';
import { type DayRange, readDayRange } from '../../kernel/time-range.ts';
import { announceExport } from './announce-export.ts';
import { exportReport } from './export-report.ts';
import { needsDates, type ReportType } from './rules.ts';
import { exportBody, exported } from './schemas.ts';

export async function exportRoutes(app: App): Promise<void> {
  const { clock } = app.house;

  app.post(
    '/reports/export',
    {
      config: { permission: 'reports:read', bodySpelling: 'snake_case' },
      schema: {
        operationId: 'exportReport',
        summary: 'Write a report to a file to download',
        tags: ['Reports'],
        body: exportBody,
        response: replies({ 200: success(exported) }),
      },
    },
    async (request, reply) => {
      const { report_type, format, branch_id, ...dates } = request.body;
      const branches = branchesAsked(request, branch_id);
      const { timezone } = request.actor.merchant;
      const range = rangeOf(report_type, dates, { today: dayOf(clock.now(), timezone), timezone });
      const { id, ...file } = await exportReport(app.house, request.actor, { report_type, format, range, branches });
      // The file is made before the transaction that keeps the answer under its key: one connection at a time.
      return act(request, reply, async (tx, deed) => {
        const link = signLink(request, file);
        announceExport(tx, deed, { id, report_type, format, ...link });
        return ok(data(link));
      });
    },
  );
}

function rangeOf(type: ReportType, dates: { start_date?: string; end_date?: string }, at: { today: string; timezone: string }): DayRange {
  const { start_date, end_date } = dates;
  if (needsDates(type)) {
    const complaints = new Complaints();
    if (start_date === undefined) complaints.add('start_date', 'is required');
    if (end_date === undefined) complaints.add('end_date', 'is required');
    complaints.settle();
  }
  return readDayRange({ start_date: start_date ?? end_date ?? at.today, end_date: end_date ?? start_date ?? at.today }, at.timezone);
}
