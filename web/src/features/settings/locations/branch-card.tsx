import { Button, Group, Table, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Card } from '../../../design/card.tsx';
import { DescriptionList } from '../../../design/description-list.tsx';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { StateBadge } from '../../../design/state-badge.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import type { Warehouse } from '../../stock/levels.ts';
import type { Branch } from './branch-form.tsx';

interface BranchCardProps {
  branch: Branch;
  warehouses: UseQueryResult<Warehouse[]>;
  mayEdit: boolean;
  onEdit(): void;
  /** Called to edit a warehouse, or without one to add a warehouse. */
  onWarehouse(warehouse?: Warehouse): void;
}

/** A branch with its warehouses. */
export function BranchCard({
  branch,
  warehouses: { data, error, refetch },
  mayEdit,
  onEdit,
  onWarehouse,
}: BranchCardProps) {
  const { t } = useI18n();
  return (
    <Card
      title={branch.name}
      more={
        <Group gap="xs" wrap="nowrap">
          {branch.is_default && <StateBadge tone="busy">{t('locations.main')}</StateBadge>}
          {mayEdit && <EditButton name={branch.name} onClick={onEdit} />}
        </Group>
      }
    >
      <DescriptionList
        items={[
          [t('customer.address'), branch.address],
          [t('customer.phone'), branch.phone],
          [t('welcome.timezone'), branch.timezone],
        ]}
      />
      <Group justify="space-between" mt="sm" mb={4}>
        <Text fw={600} size="sm">
          {t('locations.warehouses')}
        </Text>
        {mayEdit && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('locations.newWarehouseIn', { branch: branch.name })}
            onClick={() => onWarehouse()}
          >
            {t('locations.addWarehouse')}
          </Button>
        )}
      </Group>
      {data === undefined ? (
        <DataPlaceholder error={error} refetch={refetch} height={60} />
      ) : (
        <Table aria-label={t('locations.warehousesOf', { branch: branch.name })} horizontalSpacing={0}>
          <Table.Tbody>
            {data
              .filter(({ branch_id }) => branch_id === branch.id)
              .map((warehouse) => (
                <Table.Tr key={warehouse.id}>
                  <Table.Td>
                    {warehouse.name}{' '}
                    {warehouse.is_default && <StateBadge tone="busy">{t('locations.default')}</StateBadge>}
                  </Table.Td>
                  {mayEdit && (
                    <Table.Td className="number">
                      <EditButton name={warehouse.name} onClick={() => onWarehouse(warehouse)} />
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      )}
    </Card>
  );
}

function EditButton({ name, onClick }: { name: string; onClick(): void }) {
  const { t } = useI18n();
  return (
    <Button variant="default" size="xs" aria-label={t('locations.editOf', { name })} onClick={onClick}>
      {t('customer.edit')}
    </Button>
  );
}
