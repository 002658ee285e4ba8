import { Button, Group, Paper, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../../../design/card.tsx';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { useDialog } from '../../../design/feedback/use-dialog.ts';
import { LoadMore, useCursorPages } from '../../../design/lists/load-more.tsx';
import { WideTable } from '../../../design/lists/wide-table.tsx';
import { useAct } from '../../../design/use-act.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { Deactivate } from './deactivate.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { InviteToAccount } from './invite-to-account.tsx';
import { PermissionsTable } from './permissions-table.tsx';
import { ResetLink } from './reset-link.tsx';
import { StaffForm } from './staff-form.tsx';
import type { Invited, InvitedByLink, StaffMember } from './staff-member.ts';
import { StaffRow } from './staff-row.tsx';

/** Staff members, current and former, and the permissions of the roles. */
export function Staff() {
  const { t } = useI18n();
  const { may } = useSession();
  const notify = useNotify();
  const editing = useDialog<StaffMember | undefined>();
  const ending = useDialog<StaffMember>();
  const recovering = useDialog<StaffMember>();
  const inviting = useDialog<StaffMember>();
  const linkDialog = useDialog<InvitedByLink>();
  const [invited, setInvited] = useState<string>();
  useAct((_, email) => {
    if (!may('staff:write')) return;
    setInvited(email);
    editing.open(undefined);
  });
  const list = useCursorPages(['staff', 'list'], (cursor, signal) =>
    api.listStaff({ signal, query: { limit: 100, ...cursor } }),
  );
  const showInvitation = ({ name, email: address, invitation_link }: Invited) => {
    const email = address ?? name;
    if (invitation_link === undefined) notify.success(t('staff.invited', { email }));
    else if (invitation_link === null) notify.success(t('staff.linkShown', { name }));
    else linkDialog.open({ name, email, invitation_link });
  };
  const invite = () => {
    setInvited(undefined);
    editing.open(undefined);
  };
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('settings.staff')}
        </Title>
        {may('staff:write') && <Button onClick={invite}>{t('staff.invite')}</Button>}
      </Group>
      {list.rows === undefined ? (
        <DataPlaceholder error={list.error} refetch={list.refetch} height={200} />
      ) : (
        <Paper withBorder px="md" py="xs">
          <WideTable label={t('settings.staff')} minWidth={280}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('customer.name')}</Table.Th>
                  <Table.Th visibleFrom="lg">{t('staff.role')}</Table.Th>
                  <Table.Th visibleFrom="lg">{t('staff.branches')}</Table.Th>
                  <Table.Th visibleFrom="lg">{t('products.status')}</Table.Th>
                  <Table.Th visibleFrom="lg">
                    <VisuallyHidden>{t('staff.actions')}</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {list.rows.map((member) => (
                  <StaffRow
                    key={member.id}
                    member={member}
                    onInvited={showInvitation}
                    onEdit={() => editing.open(member)}
                    onDeactivate={() => ending.open(member)}
                    onResetLink={() => recovering.open(member)}
                    onAddEmail={() => inviting.open(member)}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </WideTable>
        </Paper>
      )}
      <LoadMore list={list} />
      <Card title={t('staff.permissions')}>
        <Text size="sm" c="dimmed" mb="sm">
          {t('staff.permissionsText')}
        </Text>
        <PermissionsTable />
      </Card>
      <Dialog
        isOpen={editing.isOpen}
        onClose={editing.close}
        title={
          editing.subject === undefined ? t('staff.invite') : t('locations.editOf', { name: editing.subject.name })
        }
        keepOnClickOutside
      >
        <StaffForm member={editing.subject} email={invited} onClose={editing.close} onInvited={showInvitation} />
      </Dialog>
      {linkDialog.subject !== undefined && (
        <Dialog
          isOpen={linkDialog.isOpen}
          onClose={linkDialog.close}
          title={t('staff.link', { name: linkDialog.subject.name })}
          keepOnClickOutside
        >
          <InvitationLink invited={linkDialog.subject} onClose={linkDialog.close} />
        </Dialog>
      )}
      {inviting.subject !== undefined && (
        <Dialog
          isOpen={inviting.isOpen}
          onClose={inviting.close}
          title={t('staff.addEmailOf', { name: inviting.subject.name })}
          keepOnClickOutside
        >
          <InviteToAccount member={inviting.subject} onClose={inviting.close} onInvited={showInvitation} />
        </Dialog>
      )}
      {recovering.subject !== undefined && (
        <ResetLink
          key={recovering.subject.id}
          member={recovering.subject}
          isOpen={recovering.isOpen}
          onClose={recovering.close}
        />
      )}
      {ending.subject !== undefined && (
        <Deactivate member={ending.subject} isOpen={ending.isOpen} onClose={ending.close} />
      )}
    </>
  );
}
