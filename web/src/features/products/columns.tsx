import { Badge, Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Column } from '../../design/lists/column.ts';
import { RowLink } from '../../design/lists/row-link.tsx';
import { Thumbnail } from '../../design/thumbnail.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { readPreference, storePreference } from '../../lib/preferences.ts';
import { useSession } from '../../session/session.tsx';
import type { RowOf } from '../../session/types.ts';
import { ProductStock } from '../stock/stock-figures.tsx';
import { useIsBeingDeleted } from './delayed-deletion.ts';
import { isLow } from './product-fields.ts';
import type { Sortable } from './view.ts';

export type ListedProduct = RowOf<'listProducts'>;

interface ProductColumn extends Column<ListedProduct> {
  field?: Sortable;
}

/** All columns that this user can show. The first two are always visible. */
function useAllColumns(): readonly ProductColumn[] {
  const { t, money, number, moment } = useI18n();
  const { merchant, may } = useSession();
  const inMoney = (amount: number | undefined) => (amount === undefined ? '' : money(amount, merchant.currency));
  const all: readonly (ProductColumn & { isHidden?: boolean })[] = [
    {
      id: 'picture',
      title: t('product.pictures'),
      isTitleHidden: true,
      width: '44px',
      phone: 'lead',
      show: ({ name, images }) => <Thumbnail name={name} address={images[0]} />,
    },
    {
      id: 'name',
      field: 'name',
      phone: 'title',
      opens: true,
      title: t('products.name'),
      width: 'minmax(200px, 3fr)',
      show: (row) => <Name {...row} />,
    },
    { id: 'sku', field: 'sku', title: t('products.sku'), width: 'minmax(110px, 1fr)', show: ({ sku }) => sku },
    {
      id: 'barcode',
      field: 'barcode',
      phone: 'hidden',
      title: t('products.barcode'),
      width: 'minmax(130px, 1fr)',
      show: ({ barcode }) => barcode,
    },
    {
      id: 'category',
      field: 'category',
      title: t('products.category'),
      width: 'minmax(110px, 1fr)',
      show: ({ category }) => category,
    },
    {
      id: 'price',
      field: 'price',
      phone: 'figure',
      title: t('products.price'),
      width: 'minmax(110px, 1fr)',
      isNumber: true,
      show: ({ price }) => inMoney(price),
    },
    {
      id: 'cost',
      field: 'cost',
      phone: 'hidden',
      title: t('products.cost'),
      width: 'minmax(135px, 1fr)',
      isNumber: true,
      isHidden: !may('costs:read'),
      show: ({ cost }) => inMoney(cost),
    },
    {
      id: 'tax_rate',
      phone: 'hidden',
      title: t('product.tax'),
      width: 'minmax(90px, 0.7fr)',
      isNumber: true,
      show: ({ tax_rate }) => (tax_rate === null ? '' : number(tax_rate)),
    },
    {
      id: 'stock',
      field: 'stock',
      isLabelled: true,
      title: t('products.stock'),
      width: 'minmax(90px, 0.7fr)',
      isNumber: true,
      show: (row) => <OnHand {...row} />,
    },
    {
      id: 'min_stock',
      field: 'min_stock',
      phone: 'hidden',
      title: t('products.minStock'),
      width: 'minmax(110px, 0.7fr)',
      isNumber: true,
      show: ({ min_stock }) => (min_stock === null ? '' : number(min_stock)),
    },
    {
      id: 'updated_at',
      field: 'updated_at',
      phone: 'hidden',
      title: t('products.column.changed'),
      width: 'minmax(170px, 1fr)',
      show: ({ updated_at }) => moment(updated_at, merchant.timezone),
    },
    {
      id: 'created_at',
      field: 'created_at',
      phone: 'hidden',
      title: t('products.column.created'),
      width: 'minmax(170px, 1fr)',
      show: ({ created_at }) => moment(created_at, merchant.timezone),
    },
  ];
  return all.filter(({ isHidden }) => isHidden !== true);
}

const defaultColumns = ['sku', 'category', 'price', 'cost', 'stock'];

/** The chosen columns and their menu. This browser stores the choice. */
export function useColumns() {
  const [picture, first, ...others] = useAllColumns();
  const [shown, setShown] = useState<readonly string[]>(
    () => readPreference('product-columns')?.split(' ') ?? defaultColumns,
  );
  const choose = (ids: readonly string[]) => {
    storePreference('product-columns', ids.join(' '));
    setShown(ids);
  };
  const columns = [
    ...[picture, first].filter((column) => column !== undefined),
    ...others.filter(({ id }) => shown.includes(id)),
  ];
  return { columns, chooser: <ColumnChooser others={others} shown={shown} onChoose={choose} /> };
}

interface ColumnChooserProps {
  others: readonly ProductColumn[];
  shown: readonly string[];
  onChoose(ids: readonly string[]): void;
}

function ColumnChooser({ others, shown, onChoose }: ColumnChooserProps) {
  const { t } = useI18n();
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default">{t('products.columns')}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('products.columns')}>
        <Checkbox.Group aria-label={t('products.columns')} value={[...shown]} onChange={onChoose}>
          <Stack gap="xs">
            {others.map(({ id, title }) => (
              <Checkbox key={id} value={id} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}

function Name({ id, name, status }: ListedProduct) {
  const { t } = useI18n();
  const isBeingDeleted = useIsBeingDeleted(id);
  return (
    <>
      <RowLink to="/products/$id" id={id}>
        {name}
      </RowLink>{' '}
      {status === 'inactive' && (
        <Badge size="xs" variant="outline" color="gray">
          {t('products.status.inactive')}
        </Badge>
      )}
      {isBeingDeleted && (
        <Badge size="xs" variant="outline" color="red.9">
          {t('product.beingDeleted')}
        </Badge>
      )}
    </>
  );
}

function OnHand(product: ListedProduct) {
  return (
    <span className={product.track_stock && isLow(product) ? 'low' : undefined}>
      <ProductStock {...product} />
    </span>
  );
}
