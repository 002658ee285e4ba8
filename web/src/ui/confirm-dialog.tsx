import { Button, Group, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useI18n } from '../language/i18n.tsx';
import type { PageAct } from '../session/use-act.ts';
import { ActForm } from './act-form.tsx';
import { textsOf } from './auth-layout.tsx';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

/** The request to confirm: an act, or a mutation that is safe to repeat. */
type QuestionAct = Pick<PageAct, 'isPending' | 'error'> &
  Partial<Pick<PageAct, 'isUnknown' | 'sendAgain' | 'markShown'>>;

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** Label of the confirm button. */
  action: string;
  /** Label of the reason field. Without it there is no such field. */
  reason?: string;
  /** The action is not destructive, so the button is not red. */
  isSafe?: boolean;
  isOpen: boolean;
  act: QuestionAct;
  onClose(): void;
  onYes(reason: string | undefined): void;
}

const noop = () => undefined;
const returnNoop = () => noop;

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  text,
  action,
  reason,
  isSafe = false,
  isOpen,
  act,
  onClose,
  onYes,
}: ConfirmDialogProps) {
  const { t } = useI18n();
  const { isPending, error, isUnknown = false, sendAgain = noop, markShown = returnNoop } = act;
  const shown = { isPending, isUnknown, sendAgain, markShown };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const said = textsOf(event).reason?.trim();
    onYes(said === '' ? undefined : said);
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} skipUnsavedCheck>
      <ActForm act={shown} onSubmit={submit}>
        <Problem error={error} />
        <Text>{text}</Text>
        {reason !== undefined && <TextInput name="reason" label={reason} maxLength={500} data-autofocus />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('products.cancel')}
          </Button>
          <Button type="submit" loading={isPending} {...(isSafe ? {} : { color: 'red.9' })}>
            {action}
          </Button>
        </Group>
      </ActForm>
    </Dialog>
  );
}
