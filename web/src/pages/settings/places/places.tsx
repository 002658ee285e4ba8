import { Button, Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useDialog } from '../../../ui/use-dialog.ts';
import { type Warehouse, warehousesQuery } from '../../stock/levels.ts';
import { BranchCard } from './branch-card.tsx';
import { type Branch, BranchForm } from './branch-form.tsx';
import { WarehouseForm } from './warehouse-form.tsx';

/** Branches and their warehouses. */
export function Places() {
  const { t } = useI18n();
  const { branches, user, may } = useSession();
  const ofBranch = useDialog<Branch | undefined>();
  const ofWarehouse = useDialog<{ branch: Branch; warehouse?: Warehouse }>();
  const warehouses = useQuery(warehousesQuery);
  const isEverywhere = user.branch_ids === null;
  // A user limited to branches can edit those, but cannot add branches.
  const mayChange = ({ id }: Branch) => may('places:write') && (isEverywhere || user.branch_ids?.includes(id) === true);
  const { branch, warehouse } = ofWarehouse.subject ?? {};
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('settings.places')}
        </Title>
        {may('places:write') && isEverywhere && (
          <Button onClick={() => ofBranch.open(undefined)}>{t('places.newBranch')}</Button>
        )}
      </Group>
      {branches
        .toSorted((one, other) => Number(other.is_default) - Number(one.is_default))
        .map((each) => (
          <BranchCard
            key={each.id}
            branch={each}
            warehouses={warehouses}
            mayChange={mayChange(each)}
            onEdit={() => ofBranch.open(each)}
            onWarehouse={(edited) =>
              ofWarehouse.open(edited === undefined ? { branch: each } : { branch: each, warehouse: edited })
            }
          />
        ))}
      <Dialog
        isOpen={ofBranch.isOpen}
        onClose={ofBranch.close}
        title={
          ofBranch.subject === undefined ? t('places.newBranch') : t('places.editOf', { name: ofBranch.subject.name })
        }
      >
        <BranchForm branch={ofBranch.subject} onClose={ofBranch.close} />
      </Dialog>
      <Dialog
        isOpen={ofWarehouse.isOpen}
        onClose={ofWarehouse.close}
        title={
          warehouse === undefined
            ? t('places.newWarehouseIn', { branch: branch?.name ?? '' })
            : t('places.editOf', { name: warehouse.name })
        }
      >
        {branch !== undefined && <WarehouseForm branch={branch} warehouse={warehouse} onClose={ofWarehouse.close} />}
      </Dialog>
    </>
  );
}
