import { Button, Group, Paper, Portal, Text } from '@mantine/core';
import {
  createContext,
  Fragment,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { useVersion } from '../use-version.ts';
import { useErrorFocus } from './error-focus.ts';
import { type UnsavedChanges, useUnsaved } from './unsaved.tsx';
import './save-sections.css';

interface Sections {
  /** The forms by the id of their section, in the order of the page. */
  forms: Map<string, RefObject<HTMLFormElement | null>>;
  setChanged(id: string, isChanged: boolean): void;
  setSaving(id: string, isSaving: boolean): void;
}

const SectionsContext = createContext<Sections | undefined>(undefined);

/** The set with or without the id: the same set if nothing changes, so that nothing is rendered again. */
const withId = (ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> => {
  if (ids.has(id) === isIn) return ids;
  return isIn ? new Set([...ids, id]) : new Set([...ids].filter((other) => other !== id));
};

/** Forms of a page with one bar that saves or discards what is changed in any of them. */
export function SaveSections({ children }: { children: ReactNode }) {
  const forms = useRef<Sections['forms']>(new Map());
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());
  const [version, renew] = useVersion();
  const sections = useMemo<Sections>(
    () => ({
      forms: forms.current,
      setChanged: (id, isChanged) => setChanged((ids) => withId(ids, id, isChanged)),
      setSaving: (id, isSaving) => setSaving((ids) => withId(ids, id, isSaving)),
    }),
    [],
  );
  const save = () => {
    const open = [...forms.current].flatMap(([id, { current }]) =>
      changed.has(id) && !saving.has(id) && current !== null ? [current] : [],
    );
    for (const form of open) if (form.checkValidity()) form.requestSubmit();
    // The browser shows what is wrong in the first of them.
    open.find((form) => !form.checkValidity())?.reportValidity();
  };
  return (
    <SectionsContext value={sections}>
      {/* Another key renders the forms again, from what is stored. */}
      <Fragment key={version}>{children}</Fragment>
      {changed.size > 0 && <SaveBar isSaving={saving.size > 0} onSave={save} onDiscard={renew} />}
    </SectionsContext>
  );
}

interface SaveBarProps {
  isSaving: boolean;
  onSave(): void;
  onDiscard(): void;
}

function SaveBar({ isSaving, onSave, onDiscard }: SaveBarProps) {
  const { t } = useI18n();
  const save = useEffectEvent(onSave);
  useEffect(() => {
    const saveByKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's' || event.altKey) return;
      event.preventDefault();
      // A dialog in front has its own button.
      if (document.querySelector('[role=dialog]') === null) save();
    };
    addEventListener('keydown', saveByKey);
    return () => removeEventListener('keydown', saveByKey);
  }, []);
  return (
    <Portal target="#content">
      <Paper withBorder p="xs" component="section" className="save-bar" aria-label={t('unsaved.bar')}>
        <Group justify="space-between" gap="xs">
          <Text fw={600} mx="xs" role="status">
            {t('unsaved.bar')}
          </Text>
          <Group gap="xs">
            <Button variant="default" disabled={isSaving} onClick={onDiscard}>
              {t('unsaved.discard')}
            </Button>
            <Button loading={isSaving} onClick={onSave}>
              {t('products.save')}
            </Button>
          </Group>
        </Group>
      </Paper>
    </Portal>
  );
}

interface SaveSection {
  form: RefObject<HTMLFormElement | null>;
  unsaved: UnsavedChanges;
}

/**
 * A form of `SaveSections`. Its own button is hidden: the bar submits the form, and Enter in a field does.
 * @param request its change; after an error the focus moves to the first wrong field
 */
export function useSaveSection({ error, isPending }: { error: unknown; isPending: boolean }): SaveSection {
  const id = useId();
  const sections = use(SectionsContext);
  if (sections === undefined) throw new Error('useSaveSection needs SaveSections above it');
  const form = useErrorFocus(error);
  const own = useUnsaved();
  useEffect(() => {
    sections.forms.set(id, form);
    return () => {
      sections.forms.delete(id);
      sections.setChanged(id, false);
      sections.setSaving(id, false);
    };
  }, [sections, id, form]);
  useEffect(() => sections.setSaving(id, isPending), [sections, id, isPending]);
  const touch = useCallback(() => {
    own.touch();
    sections.setChanged(id, true);
  }, [own, sections, id]);
  const clear = useCallback(() => {
    own.clear();
    sections.setChanged(id, false);
  }, [own, sections, id]);
  return { form, unsaved: { touch, clear, isTouched: own.isTouched } };
}
