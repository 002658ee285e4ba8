import { Button, Group, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useSpeech } from '../language/language.tsx';
import type { PageAct } from '../session/use-act.ts';
import { ActForm } from './act-form.tsx';
import { textsOf } from './door.tsx';
import { Problem } from './problem.tsx';
import { Window } from './window.tsx';

/** What is asked about: an act, or a mutation, which may be sent again without harm. */
type QuestionAct = Pick<PageAct, 'isPending' | 'error'> & Partial<Pick<PageAct, 'isUnknown' | 'sendAgain' | 'tell'>>;

interface QuestionProps {
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
export function Question({ title, text, action, reason, isSafe = false, isOpen, act, onClose, onYes }: QuestionProps) {
  const { t } = useSpeech();
  const { isPending, error, isUnknown = false, sendAgain = noop, tell = untold } = act;
  const shown = { isPending, isUnknown, sendAgain, tell };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const said = textsOf(event).reason?.trim();
    onYes(said === '' ? undefined : said);
  };
  return (
    <Window isOpen={isOpen} onClose={onClose} title={title} isLight>
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
    </Window>
  );
}
