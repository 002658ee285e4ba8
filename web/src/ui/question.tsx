import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useSpeech } from '../language/language.tsx';
import { textsOf } from './door.tsx';
import { Problem } from './problem.tsx';
import { Window } from './window.tsx';

interface QuestionProps {
  title: string;
  text: string;
  /** What is done, on the button that does it. */
  action: string;
  /** What a field for the reason is called; there is none without. */
  reason?: string;
  isOpen: boolean;
  isBusy: boolean;
  error: unknown;
  onClose(): void;
  onYes(reason: string | undefined): void;
}

/** Asked before something that cannot be taken back. */
export function Question({ title, text, action, reason, isOpen, isBusy, error, onClose, onYes }: QuestionProps) {
  const { t } = useSpeech();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const said = textsOf(event).reason?.trim();
    onYes(said === '' ? undefined : said);
  };
  return (
    <Window isOpen={isOpen} onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          <Problem error={error} />
          <Text>{text}</Text>
          {reason !== undefined && <TextInput name="reason" label={reason} maxLength={500} data-autofocus />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('products.cancel')}
            </Button>
            <Button type="submit" color="red.9" loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Window>
  );
}
