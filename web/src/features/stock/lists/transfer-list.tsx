import { Group, Select, Text } from '@mantine/core';
import { TextLink } from '../../../design/text-link.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { useWarehouses, type Warehouse } from '../levels.ts';
import { ListForm } from './list-form.tsx';
import { ListPage } from './list-page.tsx';
import { useListDraft } from './use-list-draft.ts';
import { chosenOf, otherOf } from './warehouse-rules.ts';

/** Transfers many products from one warehouse to another. */
export function TransferList() {
  const { t } = useI18n();
  const { may } = useSession();
  const warehouses = useWarehouses();
  return (
    <ListPage title={t('stockList.title.transfer')}>
      {warehouses.length === 1 && (
        <Text>
          {t('transfer.oneWarehouse')}{' '}
          {may('places:write') && <TextLink to="/settings/places">{t('locations.addWarehouse')}</TextLink>}
        </Text>
      )}
      {warehouses.length > 1 && <TransferForm warehouses={warehouses} />}
    </ListPage>
  );
}

function TransferForm({ warehouses }: { warehouses: readonly Warehouse[] }) {
  const { t, number } = useI18n();
  const kept = useListDraft('transfer');
  const from = chosenOf(warehouses, kept.draft.from);
  const to = otherOf(warehouses, from, kept.draft.to);
  const options = warehouses.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ListForm
      kind="transfer"
      kept={kept}
      action={t('stock.transfer')}
      quantity_at_least={1}
      isOff={from === to}
      detailOf={(_, levels) => {
        const available = levels?.find(({ warehouse_id }) => warehouse_id === from)?.available ?? 0;
        return levels === undefined ? undefined : t('transfer.available', { count: number(available) });
      }}
      bodyOf={({ product_id, quantity }, reason) => ({
        body: { product_id, from_warehouse: from, to_warehouse: to, quantity, reason },
      })}
    >
      <Group grow align="flex-start">
        <Select
          label={t('transfer.from')}
          allowDeselect={false}
          value={from}
          onChange={(id) => id !== null && kept.change((before) => ({ ...before, from: id, to }))}
          data={options}
        />
        <Select
          label={t('stock.to')}
          allowDeselect={false}
          value={to}
          onChange={(id) => id !== null && kept.change((before) => ({ ...before, to: id }))}
          data={options}
          error={from === to ? t('transfer.same') : undefined}
        />
      </Group>
    </ListForm>
  );
}
