import { Button, Group, Skeleton, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
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
import type { Colleague } from './colleague.ts';
import { ColleagueForm } from './colleague-form.tsx';
import { ColleagueRow } from './colleague-row.tsx';
import { Deactivate } from './deactivate.tsx';
import { RightsTable } from './rights-table.tsx';

/** Who works here and who did, and what each of them may do. */
export function Staff() {
  const { t } = useSpeech();
  const { may } = useSession();
  const tell = useTell();
  const queries = useQueryClient();
  const editing = useWindow<Colleague | undefined>();
  const ending = useWindow<Colleague>();
  const list = useMore(['staff', 'list'], (place, signal) => api.listStaff({ signal, query: { limit: 100, ...place } }));
  const returning = useMutation({
    mutationFn: async ({ id }: Colleague) => (await api.reactivateColleague({ path: { id } })).data,
    onSuccess: async ({ name }) => {
      tell.done(t('staff.isBack', { name }));
      await queries.invalidateQueries({ queryKey: ['staff'] });
    },
    onError: tell.failed,
  });
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
                <Table.Th>
                  <VisuallyHidden>{t('staff.actions')}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.rows.map((colleague) => (
                <ColleagueRow
                  key={colleague.id}
                  colleague={colleague}
                  isBusy={returning.isPending && returning.variables.id === colleague.id}
                  onEdit={() => editing.open(colleague)}
                  onDeactivate={() => ending.open(colleague)}
                  onReactivate={() => returning.mutate(colleague)}
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
      >
        <ColleagueForm colleague={editing.subject} onClose={editing.close} />
      </Window>
      {ending.subject !== undefined && <Deactivate colleague={ending.subject} isOpen={ending.isOpen} onClose={ending.close} />}
    </>
  );
}
