import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from '../../design/feedback/notify.ts';
import { type Format, FormatMenu, tableFormats } from '../../design/lists/format-menu.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import type { Days } from './view.ts';

interface ExportMenuProps {
  kind: 'sales' | 'inventory';
  days: Days;
  branch: string | undefined;
}

/** Starts an export of the report in the background. */
export function ExportMenu({ kind, days, branch }: ExportMenuProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const creating = useIdempotentRequest(['createExport'], {
    subject: kind,
    onDone: () => queries.invalidateQueries({ queryKey: ['exports'] }),
    onRejected: notify.error,
  });
  const createExport = (format: Format) => {
    const body = {
      report_type: kind,
      format,
      ...(kind === 'sales' ? days : {}),
      ...(branch === undefined ? {} : { branch_id: branch }),
    };
    creating.send('createExport', { body });
  };
  return (
    <FormatMenu
      label={t('reports.export')}
      formats={tableFormats}
      isBusy={creating.isPending}
      onChoose={createExport}
    />
  );
}
