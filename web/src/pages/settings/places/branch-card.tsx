import { Button, Group, Skeleton, Table, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useI18n } from '../../../language/i18n.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Failed } from '../../../ui/failures.tsx';
import { StateBadge } from '../../../ui/state-badge.tsx';
import type { Warehouse } from '../../stock/levels.ts';
import type { Branch } from './branch-form.tsx';

interface BranchCardProps {
  branch: Branch;
  warehouses: UseQueryResult<Warehouse[]>;
  mayChange: boolean;
  onEdit(): void;
  /** Called to edit a warehouse, or without one to add a warehouse. */
  onWarehouse(warehouse?: Warehouse): void;
}

/** A branch with its warehouses. */
export function BranchCard({
  branch,
  warehouses: { data, error, refetch },
  mayChange,
  onEdit,
  onWarehouse,
}: BranchCardProps) {
  const { t } = useI18n();
  return (
    <Card
      title={branch.name}
      more={
        <Group gap="xs" wrap="nowrap">
          {branch.is_default && <StateBadge tone="busy">{t('places.main')}</StateBadge>}
          {mayChange && <Edit name={branch.name} onClick={onEdit} />}
        </Group>
      }
    >
      <Facts
        facts={[
          [t('customer.address'), branch.address],
          [t('customer.phone'), branch.phone],
          [t('welcome.timezone'), branch.timezone],
        ]}
      />
      <Group justify="space-between" mt="sm" mb={4}>
        <Text fw={600} size="sm">
          {t('places.warehouses')}
        </Text>
        {mayChange && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('places.newWarehouseIn', { branch: branch.name })}
            onClick={() => onWarehouse()}
          >
            {t('places.addWarehouse')}
          </Button>
        )}
      </Group>
      {data === undefined && error === null && <Skeleton height={60} />}
      {data === undefined && error !== null && <Failed error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <Table aria-label={t('places.warehousesOf', { branch: branch.name })}>
          <Table.Tbody>
            {data
              .filter(({ branch_id }) => branch_id === branch.id)
              .map((warehouse) => (
                <Table.Tr key={warehouse.id}>
                  <Table.Td>
                    {warehouse.name}{' '}
                    {warehouse.is_default && <StateBadge tone="busy">{t('places.default')}</StateBadge>}
                  </Table.Td>
                  {mayChange && (
                    <Table.Td className="number">
                      <Edit name={warehouse.name} onClick={() => onWarehouse(warehouse)} />
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

function Edit({ name, onClick }: { name: string; onClick(): void }) {
  const { t } = useI18n();
  return (
    <Button variant="default" size="xs" aria-label={t('places.editOf', { name })} onClick={onClick}>
      {t('customer.edit')}
    </Button>
  );
}
