import { Button, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { isSameView, viewName_at_most } from '../../lib/saved-views.ts';
import { textOf } from '../forms/form-values.ts';
import { Icon } from '../icons.tsx';
import { useSavedViews } from './use-saved-views.ts';
import './view-bar.css';

/** An active filter: its name in the address, and its text. */
export interface ActiveFilter {
  name: string;
  text: string;
}

interface ViewBarProps<View extends object> {
  /** Identifies the list among the saved views. */
  list: string;
  /** All filters and the order, as in the address. */
  view: View;
  read(search: Record<string, unknown>): View;
  active: readonly ActiveFilter[];
  onShow(view: View): void;
}

/** The saved views of a list and its active filters, above it. Hidden if there are none. */
export function ViewBar<View extends object>({ list, view, read, active, onShow }: ViewBarProps<View>) {
  const { t } = useI18n();
  const { views, save, remove } = useSavedViews(list);
  const without = (filters: readonly ActiveFilter[]) =>
    onShow(read({ ...view, ...Object.fromEntries(filters.map(({ name }) => [name, undefined])) }));
  if (views.length === 0 && active.length === 0) return null;
  const isSaved = views.some((saved) => isSameView(read(saved.view), view));
  return (
    <section className="view-bar" aria-label={t('list.filters')}>
      {views.map(({ name, view: saved }) => (
        <span key={name} className="chip saved" data-shown={isSameView(read(saved), view) || undefined}>
          <UnstyledButton aria-pressed={isSameView(read(saved), view)} onClick={() => onShow(read(saved))}>
            {name}
          </UnstyledButton>
          <UnstyledButton aria-label={t('list.removeView', { name })} onClick={() => remove(name)}>
            <Icon name="cross" size={14} />
          </UnstyledButton>
        </span>
      ))}
      {active.map((filter) => (
        <UnstyledButton
          key={filter.name}
          className="chip"
          aria-label={t('list.removeFilter', { filter: filter.text })}
          onClick={() => without([filter])}
        >
          <span>{filter.text}</span>
          <Icon name="cross" size={14} />
        </UnstyledButton>
      ))}
      {active.length > 0 && (
        <>
          <Button size="compact-sm" variant="subtle" onClick={() => without(active)}>
            {t('list.clearFilters')}
          </Button>
          {!isSaved && <SaveView onSave={(name) => save({ name, view: view as Record<string, unknown> })} />}
        </>
      )}
    </section>
  );
}

function SaveView({ onSave }: { onSave(name: string): void }) {
  const { t } = useI18n();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = textOf(typed);
    if (name === undefined) return;
    onSave(name);
    setTyped('');
    close();
  };
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" onClick={toggle}>
          {t('list.saveView')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.saveView')}>
        <form className="save-view" onSubmit={submit}>
          <TextInput
            label={t('list.viewName')}
            required
            data-autofocus
            maxLength={viewName_at_most}
            autoComplete="off"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Button type="submit">{t('products.save')}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
