import { useMutation } from '@tanstack/react-query';
import { todayIn } from '../../design/days.ts';
import { useNotify } from '../../design/feedback/notify.ts';
import { downloadFile } from '../../design/lists/download-file.ts';
import { type Format, FormatMenu, tableFormats } from '../../design/lists/format-menu.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';

/** Exports all products with their stock, in the format of the import. */
export function Export() {
  const { t } = useI18n();
  const notify = useNotify();
  const { merchant } = useSession();
  const exporting = useMutation({
    mutationFn: async (format: Format) => ({ format, file: await api.exportRecords({ query: { format } }) }),
    onSuccess: ({ format, file }) => downloadFile(file, `inventory-${todayIn(merchant.timezone)}.${format}`),
    onError: notify.error,
  });
  return (
    <FormatMenu
      label={t('import.export')}
      formats={tableFormats}
      isBusy={exporting.isPending}
      onChoose={exporting.mutate}
    />
  );
}
