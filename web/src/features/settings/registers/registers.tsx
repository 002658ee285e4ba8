import { Button, Group, Paper, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { useDialog } from '../../../design/feedback/use-dialog.ts';
import { joinedText } from '../../../design/forms/form-values.ts';
import { WideTable } from '../../../design/lists/wide-table.tsx';
import { StateBadge } from '../../../design/state-badge.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { type Register, registersQuery } from '../../registers/register-queries.ts';
import { Journal } from './journal.tsx';
import { RegisterForm } from './register-form.tsx';
import { mayEditRegister } from './register-rules.ts';

/** The registers of the branches. */
export function Registers() {
  const { t } = useI18n();
  const { may } = useSession();
  const editing = useDialog<Register | undefined>();
  const reading = useDialog<Register>();
  const { data, error, refetch } = useQuery(registersQuery);
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('settings.registers')}
        </Title>
        {may('registers:write') && <Button onClick={() => editing.open(undefined)}>{t('registers.new')}</Button>}
      </Group>
      {data === undefined && <DataPlaceholder error={error} refetch={refetch} height={120} />}
      {data?.length === 0 && <Text>{t('registers.none')}</Text>}
      {data !== undefined && data.length > 0 && (
        <RegistersTable registers={data} onEdit={editing.open} onRead={reading.open} />
      )}
      <Dialog
        isOpen={editing.isOpen}
        onClose={editing.close}
        title={
          editing.subject === undefined ? t('registers.new') : t('locations.editOf', { name: editing.subject.name })
        }
      >
        <RegisterForm register={editing.subject} onClose={editing.close} />
      </Dialog>
      <Dialog
        isOpen={reading.isOpen}
        onClose={reading.close}
        title={t('journal.of', { name: reading.subject?.name ?? '' })}
      >
        {reading.subject !== undefined && <Journal register={reading.subject} />}
      </Dialog>
    </>
  );
}

interface RegistersTableProps {
  registers: readonly Register[];
  onEdit(register: Register): void;
  /** Opens the journal. */
  onRead(register: Register): void;
}

function RegistersTable({ registers, onEdit, onRead }: RegistersTableProps) {
  const { t, money } = useI18n();
  const session = useSession();
  const { merchant, branches } = session;
  const branchOf = ({ branch_id }: Register) => branches.find(({ id }) => id === branch_id)?.name;
  return (
    <Paper withBorder px="md" py="xs">
      <WideTable label={t('settings.registers')} minWidth={300}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('locations.name')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('dashboard.branch')}</Table.Th>
              <Table.Th className="number">{t('registers.float')}</Table.Th>
              <Table.Th>
                <VisuallyHidden>{t('staff.actions')}</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {registers.map((register) => (
              <Table.Tr key={register.id}>
                <Table.Td>
                  {register.name}{' '}
                  {register.status === 'inactive' && (
                    <StateBadge tone="over">{t('products.status.inactive')}</StateBadge>
                  )}
                  <Text size="sm" c="dimmed" hiddenFrom="sm">
                    {branchOf(register)}
                  </Text>
                  <Rules register={register} />
                </Table.Td>
                <Table.Td visibleFrom="sm">{branchOf(register)}</Table.Td>
                <Table.Td className="number">{money(register.opening_float, merchant.currency)}</Table.Td>
                <Table.Td className="number">
                  {session.may('journal:read') && (
                    <Button
                      variant="default"
                      size="xs"
                      mr="xs"
                      aria-label={t('journal.of', { name: register.name })}
                      onClick={() => onRead(register)}
                    >
                      {t('journal.title')}
                    </Button>
                  )}
                  {mayEditRegister(session, register.branch_id) && (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={t('locations.editOf', { name: register.name })}
                      onClick={() => onEdit(register)}
                    >
                      {t('customer.edit')}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </WideTable>
    </Paper>
  );
}

function Rules({ register: { blind_count, requires_shift } }: { register: Register }) {
  const { t } = useI18n();
  const rules = joinedText([blind_count && t('registers.blind'), requires_shift && t('registers.requiresShift')]);
  if (rules === '') return null;
  return (
    <Text size="sm" c="dimmed">
      {rules}
    </Text>
  );
}
