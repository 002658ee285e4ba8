import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Card } from '../../design/card.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { percentOf } from '../../design/scale.ts';
import type { TextName } from '../../language/en-audit.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api, ignoreNotFound } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import { latestExportsOf } from './figures.ts';

type Export = RowOf<'listExports'>;

const poll_every_ms = 1_000;

const titles = {
  sales: 'reports.sales',
  transactions: 'reports.transactions',
  products: 'products.title',
  inventory: 'reports.inventory',
  customers: 'customers.title',
  sales_by_product: 'reports.file.products',
  sales_by_category: 'reports.file.categories',
  sales_by_staff: 'reports.file.staff',
  sales_by_hour: 'reports.file.hours',
  sales_tax: 'reports.file.tax',
  sales_discounts: 'reports.file.discounts',
  sales_refunds: 'reports.about.refunds',
} as const satisfies Record<Export['report_type'], TextName>;

const isUnderWay = ({ state }: Export) => state === 'queued' || state === 'running';

/** The user's latest exports, with their progress and links to download them. */
export function Exports() {
  const { t } = useI18n();
  const { user } = useSession();
  const { data = [] } = useQuery({
    queryKey: ['exports'],
    queryFn: async ({ signal }) => {
      const { data } = await api.listExports({ signal, query: { limit: 50 } });
      return latestExportsOf(user.id, data);
    },
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? poll_every_ms : false),
  });
  if (data.length === 0) return null;
  return (
    <Card title={t('exports.title')}>
      <Stack gap="sm">
        {data.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </Stack>
    </Card>
  );
}

function Row({ item }: { item: Export }) {
  const { t, date } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const { id, report_type, format, start_date, end_date, download_url } = item;
  const removing = useMutation({
    mutationFn: () => ignoreNotFound(api.cancelExport({ path: { id } })),
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: ['exports'] }),
  });
  const days = start_date === null || end_date === null ? '' : ` · ${date(start_date)} – ${date(end_date)}`;
  const action = t(isUnderWay(item) ? 'products.cancel' : 'exports.remove');
  const name = `${t(titles[report_type])} · ${format.toUpperCase()}${days}`;
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text>{name}</Text>
        <Group gap="xs">
          {download_url !== null && (
            <Anchor href={download_url} underline="always" aria-label={`${t('exports.download')}: ${name}`}>
              {t('exports.download')}
            </Anchor>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${action}: ${name}`}
            loading={removing.isPending}
            onClick={() => removing.mutate()}
          >
            {action}
          </Button>
        </Group>
      </Group>
      <ExportProgress item={item} name={name} />
    </div>
  );
}

function ExportProgress({
  item: { state, rows_written, rows_expected, is_stalled, error },
  name,
}: {
  item: Export;
  name: string;
}) {
  const { t, counted, number } = useI18n();
  const words = {
    queued: () => t('exports.queued'),
    running: () =>
      rows_expected === null
        ? counted('exports.running', rows_written)
        : t('exports.runningOf', { written: number(rows_written), expected: number(rows_expected) }),
    ready: () => counted('exports.ready', rows_written),
    failed: () => t('exports.failed', { reason: error ?? '' }),
  };
  return (
    <>
      <Text size="sm" role="status">
        {words[state]()}
      </Text>
      {is_stalled && <Text size="sm">{t('exports.stalled')}</Text>}
      {state === 'running' && rows_expected !== null && (
        <Progress value={percentOf(rows_written, rows_expected)} aria-label={name} />
      )}
    </>
  );
}
