import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { browserOf } from '../../../design/browser-of.ts';
import { Card } from '../../../design/card.tsx';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { StateBadge } from '../../../design/state-badge.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api, ignoreNotFound } from '../../../session/api.ts';
import { listAll } from '../../../session/list-all.ts';
import { useSession } from '../../../session/session.tsx';
import type { RowOf } from '../../../session/types.ts';

type OwnSession = RowOf<'listSessions'>;

/** The user's sessions. Each can be ended. */
export function Sessions() {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => listAll('listSessions', signal),
  });
  const ending = useMutation({
    mutationFn: ({ id }: OwnSession) => ignoreNotFound(api.endSession({ path: { id } })),
    onSuccess: () => notify.success(t('account.ended')),
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const endingOthers = useMutation({
    mutationFn: () => api.endSessions({ query: { keep_current: true } }),
    onSuccess: () => notify.success(t('account.othersEnded')),
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const others = (data ?? []).filter(({ is_current }) => !is_current);
  return (
    <Card
      title={t('account.sessions')}
      more={
        others.length > 0 && (
          <Button variant="default" size="xs" loading={endingOthers.isPending} onClick={() => endingOthers.mutate()}>
            {t('account.endOthers')}
          </Button>
        )
      }
    >
      {data === undefined && <DataPlaceholder error={error} refetch={refetch} height={120} />}
      <ul className="timeline" aria-label={t('account.sessions')}>
        {data?.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            isBusy={ending.isPending || endingOthers.isPending}
            isEnding={ending.isPending && ending.variables.id === session.id}
            onEnd={() => ending.mutate(session)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface SessionItemProps {
  session: OwnSession;
  isBusy: boolean;
  isEnding: boolean;
  onEnd(): void;
}

function SessionItem({
  session: { user_agent, network, is_current, created_at, last_used_at, expires_at },
  isBusy,
  isEnding,
  onEnd,
}: SessionItemProps) {
  const { t, dateTime } = useI18n();
  const { merchant } = useSession();
  const name = user_agent === null || user_agent === '' ? t('account.unknownDevice') : browserOf(user_agent);
  const since = dateTime(created_at, merchant.timezone);
  return (
    <Group component="li" justify="space-between" wrap="nowrap" py="xs">
      <Stack gap={0} miw={0}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {is_current && <StateBadge tone="busy">{t('account.thisOne')}</StateBadge>}
        </Group>
        <Text size="sm">
          {[
            t('account.lastUsed', { when: dateTime(last_used_at, merchant.timezone) }),
            ...(network === null ? [] : [network]),
          ].join(' · ')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('account.since', { since, until: dateTime(expires_at, merchant.timezone) })}
        </Text>
      </Stack>
      {!is_current && (
        <Button
          variant="default"
          size="xs"
          miw="fit-content"
          disabled={isBusy}
          loading={isEnding}
          aria-label={t('account.endOf', { name, since })}
          onClick={onEnd}
        >
          {t('account.end')}
        </Button>
      )}
    </Group>
  );
}
