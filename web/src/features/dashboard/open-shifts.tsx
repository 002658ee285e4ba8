import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../design/card.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { useRegisterName } from '../registers/register-queries.ts';
import { ShiftStatusBadge } from '../registers/shift-status-badge.tsx';

const shown_at_most = 100;

/** What is left to do at the end of the day: the shifts that are not closed. Hidden if there are none. */
export function OpenShifts({ branch }: { branch: string | undefined }) {
  const { t, dateTime } = useI18n();
  const { may, merchant } = useSession();
  const nameOf = useRegisterName();
  const { data = [] } = useQuery({
    queryKey: ['shifts', 'unclosed', branch],
    enabled: may('shifts:read'),
    queryFn: async ({ signal }) => {
      const query = { limit: shown_at_most, branch_id: branch };
      const [open, counting] = await Promise.all([
        api.listShifts({ signal, query: { ...query, status: 'open' } }),
        api.listShifts({ signal, query: { ...query, status: 'counting' } }),
      ]);
      return [...counting.data, ...open.data];
    },
  });
  if (data.length === 0) return null;
  return (
    <Card title={t('dashboard.closeDay')}>
      <Text mb="sm">{t('dashboard.closeDayText')}</Text>
      <Stack gap="xs">
        {data.map(({ id, register_id, status, opened_at }) => (
          <Group key={id} justify="space-between" gap="xs">
            <Group gap="xs">
              <Text>{nameOf(register_id)}</Text>
              <ShiftStatusBadge status={status} />
              <Text size="sm" c="dimmed">
                {dateTime(opened_at, merchant.timezone)}
              </Text>
            </Group>
            <TextLink
              to="/shifts/$id"
              params={{ id }}
              aria-label={may('shifts:write') ? t('dashboard.countOf', { name: nameOf(register_id) }) : undefined}
            >
              {t(may('shifts:write') ? 'dashboard.count' : 'shifts.toShift')}
            </TextLink>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
