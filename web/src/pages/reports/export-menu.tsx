import { useMutation } from '@tanstack/react-query';
import { useSpeech } from '../../language/language.tsx';
import { api } from '../../session/api.ts';
import { type Format, FormatMenu } from '../../ui/format-menu.tsx';
import { useTell } from '../../ui/tell.ts';
import type { Days } from './view.ts';

interface ExportMenuProps {
  kind: 'sales' | 'inventory';
  days: Days;
  branch: string | undefined;
}

/** The same as a file. */
export function ExportMenu({ kind, days, branch }: ExportMenuProps) {
  const { t } = useSpeech();
  const tell = useTell();
  const making = useMutation({
    mutationFn: async (format: Format) => {
      const body = { report_type: kind, format, ...(kind === 'sales' ? days : {}), ...(branch === undefined ? {} : { branch_id: branch }) };
      return (await api.exportReport({ body })).data;
    },
    // The address is good for a day, for whoever has it; the browser saves what it leads to.
    onSuccess: ({ download_url }) => location.assign(download_url),
    onError: tell.failed,
  });
  return <FormatMenu label={t('reports.export')} isBusy={making.isPending} onChoose={making.mutate} />;
}
