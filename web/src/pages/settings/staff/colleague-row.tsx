import { Box, Button, Group, Table, Text } from '@mantine/core';
import { useSpeech } from '../../../language/language.tsx';
import { useSession } from '../../../session/session.tsx';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { type Colleague, hasExpired, type Invited, mayDecide } from './colleague.ts';
import { type BusyWith, useColleagueActs } from './use-colleague-acts.ts';

interface ColleagueRowProps {
  colleague: Colleague;
  /** Has been invited once more. */
  onInvited(invited: Invited): void;
  onEdit(): void;
  onDeactivate(): void;
  onResetLink(): void;
}

const tones = { active: 'good', inactive: 'over', invited: 'busy' } as const;

export function ColleagueRow({ colleague, onInvited, onEdit, onDeactivate, onResetLink }: ColleagueRowProps) {
  const { t } = useSpeech();
  const session = useSession();
  const { busyWith, ...acts } = useColleagueActs(colleague, onInvited);
  const busy = (button: BusyWith) => ({ loading: busyWith === button, disabled: busyWith !== undefined });
  const { id, name, email, role, branch_ids, status } = colleague;
  const shownStatus = t(`staff.status.${status === 'invited' && hasExpired(colleague) ? 'expired' : status}`);
  const nameOf = (branch_id: string) => session.branches.find((branch) => branch.id === branch_id)?.name ?? branch_id;
  const where = branch_ids === null ? t('dashboard.allBranches') : branch_ids.map(nameOf).join(', ');
  const actions = (justify: 'flex-start' | 'flex-end') =>
    mayDecide(session, colleague) && (
      <Group gap="xs" justify={justify}>
        {status === 'invited' && (
          <>
            <Button variant="default" size="xs" aria-label={t('staff.resendOf', { name })} {...busy('resend')} onClick={acts.resend}>
              {t('staff.resend')}
            </Button>
            <Button variant="default" size="xs" aria-label={t('staff.withdrawOf', { name })} {...busy('withdraw')} onClick={acts.withdraw}>
              {t('staff.withdraw')}
            </Button>
          </>
        )}
        {status === 'active' && (
          <>
            {session.may('staff:recover') && id !== session.user.id && (
              <Button variant="default" size="xs" aria-label={t('staff.resetLinkOf', { name })} onClick={onResetLink}>
                {t('staff.resetLink')}
              </Button>
            )}
            {session.may('staff:sessions') && role !== 'owner' && (
              <Button variant="default" size="xs" aria-label={t('staff.signOutOf', { name })} {...busy('signOut')} onClick={acts.signOut}>
                {t('app.signOut')}
              </Button>
            )}
            <Button variant="default" size="xs" aria-label={t('places.editOf', { name })} onClick={onEdit}>
              {t('customer.edit')}
            </Button>
            <Button variant="default" size="xs" aria-label={t('staff.deactivateOf', { name })} onClick={onDeactivate}>
              {t('staff.deactivate')}
            </Button>
          </>
        )}
        {status === 'inactive' && (
          <Button
            variant="default"
            size="xs"
            aria-label={t('staff.reactivateOf', { name })}
            {...busy('reactivate')}
            onClick={acts.reactivate}
          >
            {t('staff.reactivate')}
          </Button>
        )}
      </Group>
    );
  return (
    <Table.Tr>
      <Table.Td miw={{ sm: 220 }}>
        {name} {id === session.user.id && <StateBadge tone="busy">{t('staff.you')}</StateBadge>}
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Text size="sm" hiddenFrom="sm">
          {[t(`role.${role}`), where, ...(status === 'active' ? [] : [shownStatus])].join(' · ')}
        </Text>
        <Box hiddenFrom="sm" mt="xs">
          {actions('flex-start')}
        </Box>
      </Table.Td>
      <Table.Td visibleFrom="sm">{t(`role.${role}`)}</Table.Td>
      <Table.Td visibleFrom="sm">{where}</Table.Td>
      <Table.Td visibleFrom="sm">
        <StateBadge tone={tones[status]}>{shownStatus}</StateBadge>
      </Table.Td>
      <Table.Td visibleFrom="sm">{actions('flex-end')}</Table.Td>
    </Table.Tr>
  );
}
