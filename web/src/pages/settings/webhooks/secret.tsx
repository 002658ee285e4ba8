import { Button, Group, Stack, Text } from '@mantine/core';
import { useSpeech } from '../../../language/language.tsx';
import { ToldOnce } from '../../../ui/told-once.tsx';
import { Window } from '../../../ui/window.tsx';

interface SecretWindowProps {
  /** Null where it was told before, in an answer that was lost. */
  secret: string | null | undefined;
  onClose(): void;
}

/** What requests are signed with, for who receives them. It is told once. */
export function SecretWindow({ secret, onClose }: SecretWindowProps) {
  const { t } = useSpeech();
  return (
    <Window isOpen={secret !== undefined} onClose={onClose} title={t('webhooks.secret')} isFirm>
      <Stack>
        {secret === null ? (
          <Text>{t('webhooks.secretLost')}</Text>
        ) : (
          <>
            <Text>{t('webhooks.secretText')}</Text>
            <ToldOnce label={t('webhooks.secret')} text={secret ?? ''} isFirst />
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('webhooks.secretKept')}</Button>
        </Group>
      </Stack>
    </Window>
  );
}
