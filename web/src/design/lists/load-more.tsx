import { Button } from '@mantine/core';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useI18n } from '../../language/i18n.tsx';

interface Page<Row> {
  data: Row[];
  meta: { next_cursor: string | null };
}

type Cursor = { cursor: string } | Record<never, never>;

/** A list that loads its next page on request. */
export function useCursorPages<Row>(
  queryKey: readonly unknown[],
  load: (cursor: Cursor, signal: AbortSignal) => Promise<Page<Row>>,
) {
  const query = useInfiniteQuery<Page<Row>, Error, InfiniteData<Page<Row>>, readonly unknown[], string | null>({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam === null ? {} : { cursor: pageParam }, signal),
    initialPageParam: null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
  });
  return { ...query, rows: query.data?.pages.flatMap(({ data }) => data) };
}

interface LoadMoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
}

export function LoadMore({ list }: LoadMoreProps) {
  const { t } = useI18n();
  if (!list.hasNextPage) return null;
  return (
    <Button variant="default" mt="sm" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
      {t('customer.more')}
    </Button>
  );
}
