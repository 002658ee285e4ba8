import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../design/card.tsx';
import { percentOf } from '../../design/scale.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { RowErrors } from './import-outcome.tsx';
import { UndoImport } from './undo-import.tsx';

type ImportRun = RowOf<'listImports'>;

const poll_every_ms = 1_000;

/** Progress of recent imports of all users, including the one just started. */
export function RecentImports() {
  const { t } = useI18n();
  // Shares the state of the form's request.
  const { isPending: isImporting } = useIdempotentRequest(['importRecords']);
  const { data = [] } = useQuery({
    queryKey: ['imports'],
    queryFn: async ({ signal }) => (await api.listImports({ signal, query: { limit: 5 } })).data,
    refetchInterval: ({ state }) =>
      isImporting || state.data?.some(({ status }) => status === 'running') ? poll_every_ms : false,
  });
  const [undone, setUndone] = useState<ImportRun>();
  if (data.length === 0) return null;
  return (
    <Card title={t('import.latest')}>
      <Stack gap="sm">
        {data.map((run) => (
          <Row key={run.id} run={run} onUndo={() => setUndone(run)} />
        ))}
      </Stack>
      {undone !== undefined && <UndoImport run={undone} onClose={() => setUndone(undefined)} />}
    </Card>
  );
}

function Row({ run, onUndo }: { run: ImportRun; onUndo(): void }) {
  const { file_name, status, total, done, imported, failed, started_at, errors, undo } = run;
  const { t, number, dateTime } = useI18n();
  const { merchant } = useSession();
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text>{file_name}</Text>
        <Text size="sm" c="dimmed">
          {dateTime(started_at, merchant.timezone)}
        </Text>
      </Group>
      <Text size="sm">
        {t(`import.status.${status}`, {
          done: number(done),
          total: number(total),
          imported: number(imported),
          failed: number(failed),
        })}
      </Text>
      {undo === 'done' && <Text size="sm">{t('undoImport.undone')}</Text>}
      {undo !== null && undo !== 'done' && status !== 'running' && imported > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={onUndo}
          aria-label={t('undoImport.of', { file: file_name })}
        >
          {t('undoImport.open')}
        </Button>
      )}
      {errors.length > 0 && (
        <details>
          <Text component="summary" size="sm">
            {t('import.why')}
          </Text>
          <RowErrors errors={errors} />
        </details>
      )}
      {status === 'running' && <Progress value={percentOf(done, total)} aria-label={file_name} />}
    </div>
  );
}
