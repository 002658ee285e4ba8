import { Button, Group, Skeleton, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useSpeech } from '../../../language/language.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { Card } from '../../../ui/card.tsx';
import { Failed } from '../../../ui/failures.tsx';
import { More, useMore } from '../../../ui/more.tsx';
import { useTell } from '../../../ui/tell.ts';
import { useWindow } from '../../../ui/use-window.ts';
import { Wide } from '../../../ui/wide.tsx';
import { Window } from '../../../ui/window.tsx';
import type { Colleague, Invited, InvitedByLink } from './colleague.ts';
import { ColleagueForm } from './colleague-form.tsx';
import { ColleagueRow } from './colleague-row.tsx';
import { Deactivate } from './deactivate.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { ResetLink } from './reset-link.tsx';
import { RightsTable } from './rights-table.tsx';

/** Who works here and who did, and what each of them may do. */
export function Staff() {
  const { t } = useSpeech();
  const { may } = useSession();
  const tell = useTell();
  const editing = useWindow<Colleague | undefined>();
  const ending = useWindow<Colleague>();
  const recovering = useWindow<Colleague>();
  const handing = useWindow<InvitedByLink>();
  const list = useMore(['staff', 'list'], (place, signal) => api.listStaff({ signal, query: { limit: 100, ...place } }));
  const handOver = ({ name, email, invitation_link }: Invited) => {
    if (invitation_link === undefined) tell.done(t('staff.invited', { email }));
    else if (invitation_link === null) tell.done(t('staff.linkShown', { name }));
    else handing.open({ name, email, invitation_link });
  };
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('settings.staff')}
        </Title>
        {may('staff:write') && <Button onClick={() => editing.open(undefined)}>{t('staff.invite')}</Button>}
      </Group>
      {list.error !== null && list.rows === undefined && <Failed error={list.error} retry={() => void list.refetch()} />}
      {list.error === null && list.rows === undefined && <Skeleton height={200} />}
      {list.rows !== undefined && (
        <Wide label={t('settings.staff')} minWidth={280}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('customer.name')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('staff.role')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('staff.branches')}</Table.Th>
                <Table.Th visibleFrom="sm">{t('products.status')}</Table.Th>
                <Table.Th visibleFrom="sm">
                  <VisuallyHidden>{t('staff.actions')}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.rows.map((colleague) => (
                <ColleagueRow
                  key={colleague.id}
                  colleague={colleague}
                  onInvited={handOver}
                  onEdit={() => editing.open(colleague)}
                  onDeactivate={() => ending.open(colleague)}
                  onResetLink={() => recovering.open(colleague)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Wide>
      )}
      <More list={list} />
      <Card title={t('staff.rights')}>
        <Text size="sm" c="dimmed" mb="sm">
          {t('staff.rightsText')}
        </Text>
        <RightsTable />
      </Card>
      <Window
        isOpen={editing.isOpen}
        onClose={editing.close}
        title={editing.subject === undefined ? t('staff.invite') : t('places.editOf', { name: editing.subject.name })}
        isFirm
      >
        <ColleagueForm colleague={editing.subject} onClose={editing.close} onInvited={handOver} />
      </Window>
      {handing.subject !== undefined && (
        <Window isOpen={handing.isOpen} onClose={handing.close} title={t('staff.link', { name: handing.subject.name })} isFirm>
          <InvitationLink invited={handing.subject} onClose={handing.close} />
        </Window>
      )}
      {recovering.subject !== undefined && (
        <ResetLink key={recovering.subject.id} colleague={recovering.subject} isOpen={recovering.isOpen} onClose={recovering.close} />
      )}
      {ending.subject !== undefined && <Deactivate colleague={ending.subject} isOpen={ending.isOpen} onClose={ending.close} />}
    </>
  );
}
