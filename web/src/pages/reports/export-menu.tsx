import { useQueryClient } from '@tanstack/react-query';
import { useI18n } from '../../language/i18n.tsx';
import { useAct } from '../../session/use-act.ts';
import { type Format, FormatMenu } from '../../ui/format-menu.tsx';
import { useNotify } from '../../ui/notify.ts';
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
  const making = useAct(['createExport'], {
    about: kind,
    onDone: () => queries.invalidateQueries({ queryKey: ['exports'] }),
    onRefused: notify.error,
  });
  const make = (format: Format) => {
    const body = {
      report_type: kind,
      format,
      ...(kind === 'sales' ? days : {}),
      ...(branch === undefined ? {} : { branch_id: branch }),
    };
    making.send('createExport', { body });
  };
  return <FormatMenu label={t('reports.export')} isBusy={making.isPending} onChoose={make} />;
}
