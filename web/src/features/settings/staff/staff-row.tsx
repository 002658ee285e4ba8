import { Box, Button, Group, Table, Text } from '@mantine/core';
import { branchNames } from '../../../design/branch-names.ts';
import { StateBadge } from '../../../design/state-badge.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { hasExpired, type Invited, mayEdit, type StaffMember } from './staff-member.ts';
import { type BusyWith, useStaffActions } from './use-staff-actions.ts';

interface StaffRowProps {
  member: StaffMember;
  /** Called after the invitation was sent again. */
  onInvited(invited: Invited): void;
  onEdit(): void;
  onDeactivate(): void;
  onResetLink(): void;
  onAddEmail(): void;
}

const tones = { active: 'good', inactive: 'over', invited: 'busy' } as const;

export function StaffRow({ member, onInvited, onEdit, onDeactivate, onResetLink, onAddEmail }: StaffRowProps) {
  const { t } = useI18n();
  const session = useSession();
  const { busyWith, ...staffActions } = useStaffActions(member, onInvited);
  const busy = (button: BusyWith) => ({ loading: busyWith === button, disabled: busyWith !== undefined });
  const { id, name, email, role, branch_ids, status } = member;
  const shownStatus = t(`staff.status.${status === 'invited' && hasExpired(member) ? 'expired' : status}`);
  const shownBranches = branchNames(branch_ids, session.branches, t);
  const actions = (justify: 'flex-start' | 'flex-end') =>
    mayEdit(session, member) && (
      <Group gap="xs" justify={justify}>
        {status === 'invited' && (
          <>
            <Button
              variant="default"
              size="xs"
              aria-label={t('staff.resendOf', { name })}
              {...busy('resend')}
              onClick={staffActions.resend}
            >
              {t('staff.resend')}
            </Button>
            <Button
              variant="default"
              size="xs"
              aria-label={t('staff.withdrawOf', { name })}
              {...busy('withdraw')}
              onClick={staffActions.withdraw}
            >
              {t('staff.withdraw')}
            </Button>
          </>
        )}
        {status === 'active' && (
          <>
            {email === null && (
              <Button variant="default" size="xs" aria-label={t('staff.addEmailOf', { name })} onClick={onAddEmail}>
                {t('staff.addEmail')}
              </Button>
            )}
            {session.may('staff:recover') && id !== session.user.id && email !== null && (
              <Button variant="default" size="xs" aria-label={t('staff.resetLinkOf', { name })} onClick={onResetLink}>
                {t('staff.resetLink')}
              </Button>
            )}
            {session.may('staff:sessions') && role !== 'owner' && (
              <Button
                variant="default"
                size="xs"
                aria-label={t('staff.signOutOf', { name })}
                {...busy('signOut')}
                onClick={staffActions.signOut}
              >
                {t('app.signOut')}
              </Button>
            )}
            <Button variant="default" size="xs" aria-label={t('locations.editOf', { name })} onClick={onEdit}>
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
            onClick={staffActions.reactivate}
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
          {email ?? t('staff.pinOnly')}
        </Text>
        <Text size="sm" hiddenFrom="lg">
          {[t(`role.${role}`), shownBranches, ...(status === 'active' ? [] : [shownStatus])].join(' · ')}
        </Text>
        <Box hiddenFrom="lg" mt="xs">
          {actions('flex-start')}
        </Box>
      </Table.Td>
      <Table.Td visibleFrom="lg">{t(`role.${role}`)}</Table.Td>
      <Table.Td visibleFrom="lg">{shownBranches}</Table.Td>
      <Table.Td visibleFrom="lg">
        <StateBadge tone={tones[status]}>{shownStatus}</StateBadge>
      </Table.Td>
      <Table.Td visibleFrom="lg">{actions('flex-end')}</Table.Td>
    </Table.Tr>
  );
}
