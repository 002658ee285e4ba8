import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSpeech } from '../../language/language.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { Failed } from '../../shell/failures.tsx';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Change, type Movement, Reason, Reference } from '../stock/movement.tsx';
import type { Product } from './use-change.ts';

const told_at_once = 10;

/** Why there is so much of it: all that happened to its stock, the latest first. */
export function Story({ product: { id } }: { product: Product }) {
  const { t } = useSpeech();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['stock', 'story', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      api.listMovements({
        signal,
        query: { product_id: id, limit: told_at_once, ...(pageParam === undefined ? {} : { cursor: pageParam }) },
      }),
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
  const more = (
    <TextLink to="/stock/movements" search={{ product: id }} size="sm">
      {t('movements.title')}
    </TextLink>
  );
  const movements = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Card title={t('product.story')} more={more}>
      {error !== null && data === undefined && <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={180} />}
      {data !== undefined && movements.length === 0 && <Text c="dimmed">{t('product.noStory')}</Text>}
      <Stack component="ol" gap={0} className="story">
        {movements.map((movement) => (
          <Told key={movement.id} movement={movement} />
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

function Told({ movement }: { movement: Movement }) {
  const { t, number, moment } = useSpeech();
  const { merchant } = useSession();
  const { type, balance, warehouse_name, user_name, created_at } = movement;
  return (
    <Box component="li" py={8}>
      <Group justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
        <Text>
          <Change {...movement} /> {t(`movements.type.${type}`)}
          {movement.reference !== null && ' · '}
          <Reference movement={movement} /> <Reason movement={movement} />
        </Text>
        <Text className="figures" fw={600} ta="end" style={{ whiteSpace: 'nowrap' }}>
          {t('product.left', { stock: number(balance) })}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {[moment(created_at, merchant.timezone), user_name, warehouse_name].filter((part) => part !== null).join(' · ')}
      </Text>
    </Box>
  );
}
