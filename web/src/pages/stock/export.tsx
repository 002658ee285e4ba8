import { useMutation } from '@tanstack/react-query';
import { useSpeech } from '../../language/language.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { todayIn } from '../../ui/days.ts';
import { type Format, FormatMenu } from '../../ui/format-menu.tsx';
import { save } from '../../ui/save.ts';
import { useTell } from '../../ui/tell.ts';

/** All products with their stock as a file, which an import takes. */
export function Export() {
  const { t } = useSpeech();
  const tell = useTell();
  const { merchant } = useSession();
  const writing = useMutation({
    mutationFn: async (format: Format) => ({ format, file: await api.exportRecords({ query: { format } }) }),
    onSuccess: ({ format, file }) => save(file, `inventory-${todayIn(merchant.timezone)}.${format}`),
    onError: tell.failed,
  });
  return <FormatMenu label={t('import.export')} isBusy={writing.isPending} onChoose={writing.mutate} />;
}
