import { Select, Text } from '@mantine/core';
import { useI18n } from '../../../language/i18n.tsx';
import { useWarehouses, type Warehouse } from '../levels.ts';
import { differenceOf } from './line-rules.ts';
import { ListForm } from './list-form.tsx';
import { ListPage } from './list-page.tsx';
import { useExpected } from './use-expected.ts';
import { useListDraft } from './use-list-draft.ts';
import { chosenOf } from './warehouse-rules.ts';

/** Counts the stock of many products in one warehouse. */
export function CountList() {
  const { t } = useI18n();
  const warehouses = useWarehouses();
  return (
    <ListPage title={t('stockList.title.count')}>
      <Text>{t('count.about')}</Text>
      {warehouses.length > 0 && <CountForm warehouses={warehouses} />}
    </ListPage>
  );
}

function CountForm({ warehouses }: { warehouses: readonly Warehouse[] }) {
  const { t, number } = useI18n();
  const kept = useListDraft('count');
  const warehouse_id = chosenOf(warehouses, kept.draft.from);
  const expected = useExpected(kept, warehouse_id);
  const choose = (from: string) => {
    kept.change((before) => ({ ...before, from }));
    expected.readAll(from);
  };
  return (
    <ListForm
      kind="count"
      kept={kept}
      action={t('count.action')}
      quantity_at_least={0}
      reasonExample={t('stock.reason.adjustment')}
      detailOf={({ product_id, quantity }) => {
        const before = expected.of(product_id);
        if (before === undefined) return undefined;
        const difference = differenceOf(quantity, before, number);
        const count = number(before);
        return difference === undefined ? t('count.expected', { count }) : t('count.differs', { count, difference });
      }}
      onChange={expected.read}
      bodyOf={async ({ product_id, quantity }, reason) => {
        const before = await expected.wait(product_id);
        if ('error' in before) return before;
        return {
          body: { product_id, warehouse_id, type: 'adjustment', quantity, expected: before.stock, reason },
        };
      }}
    >
      {warehouses.length > 1 && (
        <Select
          label={t('stock.warehouse')}
          allowDeselect={false}
          value={warehouse_id}
          onChange={(id) => id !== null && choose(id)}
          data={warehouses.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </ListForm>
  );
}
