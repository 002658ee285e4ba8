import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useSpeech } from '../../../language/language.tsx';
import type { InvitedByLink } from './colleague.ts';

interface InvitationLinkProps {
  invited: InvitedByLink;
  onClose(): void;
}

/** The link of an invitation, to be handed over. It is shown once. */
export function InvitationLink({ invited: { name, email, invitation_link }, onClose }: InvitationLinkProps) {
  const { t } = useSpeech();
  const { copy, copied } = useClipboard();
  return (
    <Stack>
      <Text size="sm">{t('staff.linkText', { email })}</Text>
      <TextInput
        label={t('staff.link', { name })}
        readOnly
        value={invitation_link}
        onFocus={({ currentTarget }) => currentTarget.select()}
        data-autofocus
      />
      <Group justify="flex-end">
        {/* Browsers let a page do so by https, and on the machine itself. */}
        {navigator.clipboard !== undefined && (
          <Button variant="default" onClick={() => copy(invitation_link)} aria-live="polite">
            {t(copied ? 'webhooks.copied' : 'webhooks.copy')}
          </Button>
        )}
        <Button onClick={onClose}>{t('staff.linkClose')}</Button>
      </Group>
    </Stack>
  );
}
