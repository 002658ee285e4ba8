import { Button, Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { useDialog } from '../../../design/feedback/use-dialog.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { type Warehouse, warehousesQuery } from '../../stock/levels.ts';
import { BranchCard } from './branch-card.tsx';
import { type Branch, BranchForm } from './branch-form.tsx';
import { defaultFirst, mayAddBranch, mayEditBranch } from './location-rules.ts';
import { WarehouseForm } from './warehouse-form.tsx';

/** Branches and their warehouses. */
export function Locations() {
  const { t } = useI18n();
  const session = useSession();
  const branchDialog = useDialog<Branch | undefined>();
  const warehouseDialog = useDialog<{ branch: Branch; warehouse?: Warehouse }>();
  const warehouses = useQuery(warehousesQuery);
  const { branch, warehouse } = warehouseDialog.subject ?? {};
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('settings.locations')}
        </Title>
        {mayAddBranch(session) && (
          <Button onClick={() => branchDialog.open(undefined)}>{t('locations.newBranch')}</Button>
        )}
      </Group>
      {defaultFirst(session.branches).map((each) => (
        <BranchCard
          key={each.id}
          branch={each}
          warehouses={warehouses}
          mayEdit={mayEditBranch(session, each.id)}
          onEdit={() => branchDialog.open(each)}
          onWarehouse={(edited) =>
            warehouseDialog.open(edited === undefined ? { branch: each } : { branch: each, warehouse: edited })
          }
        />
      ))}
      <Dialog
        isOpen={branchDialog.isOpen}
        onClose={branchDialog.close}
        title={
          branchDialog.subject === undefined
            ? t('locations.newBranch')
            : t('locations.editOf', { name: branchDialog.subject.name })
        }
      >
        <BranchForm branch={branchDialog.subject} onClose={branchDialog.close} />
      </Dialog>
      <Dialog
        isOpen={warehouseDialog.isOpen}
        onClose={warehouseDialog.close}
        title={
          warehouse === undefined
            ? t('locations.newWarehouseIn', { branch: branch?.name ?? '' })
            : t('locations.editOf', { name: warehouse.name })
        }
      >
        {branch !== undefined && (
          <WarehouseForm branch={branch} warehouse={warehouse} onClose={warehouseDialog.close} />
        )}
      </Dialog>
    </>
  );
}
