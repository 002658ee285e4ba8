import { Button, Group, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useI18n } from '../language/i18n.tsx';
import type { PageAct } from '../session/use-act.ts';
import { ActForm } from './act-form.tsx';
import { textsOf } from './auth-layout.tsx';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

/** What is asked about: an act, or a mutation, which may be sent again without harm. */
type QuestionAct = Pick<PageAct, 'isPending' | 'error'> & Partial<Pick<PageAct, 'isUnknown' | 'sendAgain' | 'tell'>>;

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** What is done, on the button that does it. */
  action: string;
  /** What a field for the reason is called; there is none without. */
  reason?: string;
  /** It takes nothing away: its button is no warning. */
  isSafe?: boolean;
  isOpen: boolean;
  act: QuestionAct;
  onClose(): void;
  onYes(reason: string | undefined): void;
}

const noop = () => undefined;
const untold = () => noop;

/** Asked before something that cannot be taken back. */
export function ConfirmDialog({ title, text, action, reason, isSafe = false, isOpen, act, onClose, onYes }: ConfirmDialogProps) {
  const { t } = useI18n();
  const { isPending, error, isUnknown = false, sendAgain = noop, tell = untold } = act;
  const shown = { isPending, isUnknown, sendAgain, tell };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const said = textsOf(event).reason?.trim();
    onYes(said === '' ? undefined : said);
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} isLight>
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
