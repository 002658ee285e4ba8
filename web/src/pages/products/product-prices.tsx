import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSpeech } from '../../language/language.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import { Failed } from '../../shell/failures.tsx';
import { Card } from '../../ui/card.tsx';
import type { Product } from './use-change.ts';

const told_at_once = 5;

/** What it cost when, and who changed it, the latest first. */
export function Prices({ product: { id } }: { product: Product }) {
  const { t } = useSpeech();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['products', 'prices', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      api.listPriceChanges({
        signal,
        path: { id },
        query: { limit: told_at_once, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
  const changes = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Card title={t('product.prices')}>
      {error !== null && data === undefined && <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={90} />}
      {data !== undefined && changes.length === 0 && <Text c="dimmed">{t('product.noPrices')}</Text>}
      <Stack component="ol" gap={0} className="story">
        {changes.map((change) => (
          <Told key={change.id} change={change} />
        ))}
      </Stack>
      {hasNextPage && (
        <Button variant="default" size="xs" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('product.earlier')}
        </Button>
      )}
    </Card>
  );
}

function Told({ change: { before, after, user_name, created_at } }: { change: RowOf<'listPriceChanges'> }) {
  const { t, money, moment } = useSpeech();
  const { merchant } = useSession();
  const inMoney = (amount: number) => money(amount, merchant.currency);
  const told = (['price', 'cost'] as const).flatMap((name) => {
    const [was, is] = [before?.[name], after[name]];
    return is === undefined ? [] : [{ name, was, is }];
  });
  return (
    <Box component="li" py={8}>
      {told.map(({ name, was, is }) => (
        <Group key={name} justify="space-between" wrap="nowrap" gap="sm">
          <Text>{t(`products.${name}`)}</Text>
          <Text className="figures" fw={600}>
            {was === undefined ? inMoney(is) : t('product.fromTo', { before: inMoney(was), after: inMoney(is) })}
          </Text>
        </Group>
      ))}
      <Text size="sm" c="dimmed">
        {[moment(created_at, merchant.timezone), user_name].filter((part) => part !== null).join(' · ')}
      </Text>
    </Box>
  );
}
