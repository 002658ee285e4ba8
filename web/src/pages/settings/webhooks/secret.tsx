import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useSpeech } from '../../../language/language.tsx';
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
            <Secret secret={secret ?? ''} />
          </>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('webhooks.secretKept')}</Button>
        </Group>
      </Stack>
    </Window>
  );
}

function Secret({ secret }: { secret: string }) {
  const { t } = useSpeech();
  const { copied, copy } = useClipboard();
  return (
    <Group align="flex-end" wrap="nowrap">
      <TextInput
        label={t('webhooks.secret')}
        readOnly
        value={secret}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="growing"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        data-autofocus
      />
      {/* Browsers let a page do so by https, and on the machine itself. */}
      {navigator.clipboard !== undefined && (
        <Button variant="default" onClick={() => copy(secret)} aria-live="polite">
          {t(copied ? 'webhooks.copied' : 'webhooks.copy')}
        </Button>
      )}
    </Group>
  );
}
