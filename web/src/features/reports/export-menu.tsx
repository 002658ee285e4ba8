import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../design/feedback/notify.ts';
import { FormatMenu, reportFormats } from '../../design/lists/format-menu.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { isTooLong } from './period.ts';
import type { Days, ReportsView } from './view.ts';
import { exportOf } from './view.ts';

interface ExportMenuProps {
  view: ReportsView;
  days: Days;
}

/** Starts an export of the report in the background: all of its rows, with the filters of the page. */
export function ExportMenu({ view, days }: ExportMenuProps) {
  const { t, language } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const wanted = exportOf(view, days);
  const creating = useIdempotentRequest(['createExport'], {
    subject: wanted.report_type,
    onDone: () => queries.invalidateQueries({ queryKey: ['exports'] }),
    onRejected: notify.error,
  });
  // The report itself asks for fewer days.
  if (view.about !== undefined && view.about !== 'hours' && view.about !== 'inventory' && isTooLong(days)) return null;
  return (
    <FormatMenu
      label={t('reports.export')}
      formats={reportFormats}
      isBusy={creating.isPending}
      onChoose={(format) => creating.send('createExport', { body: { ...wanted, format, language } })}
    />
  );
}
