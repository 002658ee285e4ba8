import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useI18n } from '../language/i18n.tsx';
import { Card } from './card.tsx';
import { DataPlaceholder } from './feedback/error-pages.tsx';

interface TimelineCardProps<Row> {
  title: string;
  /** Shown beside the title. */
  more?: ReactNode;
  /** Shown if there are no entries. */
  none: string;
  queryKey: readonly unknown[];
  /** Loads entries from a cursor on, the latest first. */
  load(
    cursor: { cursor?: string },
    signal: AbortSignal,
  ): Promise<{ data: readonly Row[]; meta: { next_cursor: string | null } }>;
  keyOf(row: Row): string;
  render(row: Row): ReactNode;
}

/** A history, the latest entry first. Earlier entries are loaded on request. */
export function TimelineCard<Row>({ title, more, none, queryKey, load, keyOf, render }: TimelineCardProps<Row>) {
  const { t } = useI18n();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) => load(pageParam === undefined ? {} : { cursor: pageParam }, signal),
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Card title={title} more={more}>
      {data === undefined ? (
        <DataPlaceholder error={error} refetch={refetch} height={180} />
      ) : (
        rows.length === 0 && <Text c="dimmed">{none}</Text>
      )}
      <Stack component="ol" gap={0} className="timeline">
        {rows.map((row) => (
          <li key={keyOf(row)}>{render(row)}</li>
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
