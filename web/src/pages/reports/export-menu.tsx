import { useSpeech } from '../../language/language.tsx';
import { useAct } from '../../session/use-act.ts';
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
  const making = useAct(['exportReport'], {
    about: kind,
    // The address is good for a day, for whoever has it; the browser saves what it leads to.
    onDone: ({ data: { download_url } }) => location.assign(download_url),
    onRefused: tell.failed,
  });
  const make = (format: Format) => {
    const body = { report_type: kind, format, ...(kind === 'sales' ? days : {}), ...(branch === undefined ? {} : { branch_id: branch }) };
    making.send('exportReport', { body });
  };
  return <FormatMenu label={t('reports.export')} isBusy={making.isPending} onChoose={make} />;
}
