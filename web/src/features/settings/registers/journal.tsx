import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { todayIn } from '../../../design/days.ts';
import { DescriptionList } from '../../../design/description-list.tsx';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { downloadFile } from '../../../design/lists/download-file.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import type { Register } from '../../registers/register-queries.ts';

/** The state of a register's journal, and its file. */
export function Journal({ register: { id, name } }: { register: Register }) {
  const { t, number, day, dateTime } = useI18n();
  const notify = useNotify();
  const { merchant } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: ['journal', id],
    queryFn: async ({ signal }) => (await api.getJournal({ signal, path: { id } })).data,
  });
  const exporting = useMutation({
    mutationFn: () => api.exportJournal({ path: { id } }),
    onSuccess: (file) => {
      downloadFile(file, `journal-${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${todayIn(merchant.timezone)}.jsonl`);
      // The first export creates the key.
      void refetch();
    },
    onError: notify.error,
  });
  if (data === undefined) return <DataPlaceholder error={error} refetch={refetch} height={160} />;
  return (
    <Stack>
      <Text>{t('journal.text')}</Text>
      <DescriptionList
        items={[
          [t('journal.entries'), number(data.number)],
          [t('journal.last'), data.recorded_at && dateTime(data.recorded_at, merchant.timezone)],
          [t('journal.signed'), data.signed_to === null ? t('journal.notSigned') : day(data.signed_to)],
          [t('journal.key'), <code key="key">{data.keys.at(-1)?.fingerprint ?? '–'}</code>],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t('journal.keyHint')}
      </Text>
      <Button onClick={() => exporting.mutate()} loading={exporting.isPending}>
        {t('journal.download')}
      </Button>
    </Stack>
  );
}
