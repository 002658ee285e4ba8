import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import { Icon } from '../icons.tsx';
import { selectionState } from './list-rules.ts';

/** Sort order of a list: a field name, with a leading minus for descending order. */
export interface Order {
  by: string;
  onOrder(by: string): void;
}

interface HeadCellProps {
  title: string;
  isNumber?: boolean | undefined;
  /** The field to sort by. A column without it cannot be sorted. */
  field?: string | undefined;
  isTitleHidden?: boolean | undefined;
  order?: Order | undefined;
}

/** Header of a column. A press sorts by the column, and a second press reverses the order. */
export function HeadCell({ title, isNumber, field, isTitleHidden = false, order }: HeadCellProps) {
  const className = isNumber ? 'list-cell number' : 'list-cell';
  if (field === undefined || order === undefined)
    return (
      <div role="columnheader" className={`${className} fixed`}>
        {isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
      </div>
    );
  const isUp = order.by === field;
  const isDown = order.by === `-${field}`;
  return (
    <div role="columnheader" className={className} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}>
      <UnstyledButton className="order" onClick={() => order.onOrder(isUp ? `-${field}` : field)}>
        {title}
        {(isUp || isDown) && <Icon name={isUp ? 'up' : 'down'} size={14} />}
      </UnstyledButton>
    </div>
  );
}

/** Selected rows, by their keys. */
export interface Selection<Row> {
  chosen: ReadonlySet<string>;
  onChoose(chosen: ReadonlySet<string>): void;
  /** Selects all rows, up to the maximum of the page. */
  onChooseAll(): void;
  /** Accessible name of a row. */
  nameOf(row: Row): string;
}

type SelectionProps = Omit<Selection<never>, 'nameOf'>;

export function SelectAllCheckbox({
  selection: { chosen, onChoose, onChooseAll },
  total,
}: {
  selection: SelectionProps;
  total: number;
}) {
  const { t } = useI18n();
  const state = selectionState(chosen.size, total);
  return (
    <div role="columnheader" className="list-cell list-box">
      <Checkbox
        size="xs"
        aria-label={t('list.all')}
        checked={state === 'all'}
        indeterminate={state === 'some'}
        onChange={() => (state === 'none' ? onChooseAll() : onChoose(new Set()))}
      />
    </div>
  );
}

export function SelectRowCheckbox({
  selection: { chosen, onChoose },
  id,
  name,
}: {
  selection: SelectionProps;
  id: string;
  name: string;
}) {
  const { t } = useI18n();
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <div role="cell" className="list-cell list-box">
      <input
        type="checkbox"
        className="box"
        aria-label={t('list.choose', { name })}
        checked={chosen.has(id)}
        onChange={toggle}
      />
    </div>
  );
}
