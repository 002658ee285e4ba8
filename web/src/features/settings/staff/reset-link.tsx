import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../design/feedback/confirm-dialog.tsx';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { OneTimeSecret } from '../../../design/feedback/one-time-secret.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import type { StaffMember } from './staff-member.ts';

interface ResetLinkProps {
  member: StaffMember;
  isOpen: boolean;
  onClose(): void;
}

interface Link {
  /** Null in the response to a repeated request: only the first response has the link. */
  reset_link: string | null;
  expires_at: string;
}

/** Creates a password reset link for a staff member after confirmation, and shows it once. */
export function ResetLink({ member: { id, name }, isOpen, onClose }: ResetLinkProps) {
  const { t, dateTime } = useI18n();
  const { merchant } = useSession();
  const [link, setLink] = useState<Link>();
  const [isShown, setShown] = useState(false);
  const creating = useIdempotentRequest(['makeResetLink'], {
    subject: id,
    onDone: ({ data }) => {
      setLink(data);
      setShown(true);
      onClose();
    },
  });
  const hide = () => setShown(false);
  return (
    <>
      <ConfirmDialog
        title={t('staff.resetLinkOf', { name })}
        text={t('staff.resetLinkText', { name })}
        action={t('staff.resetLinkCreate')}
        isSafe
        isOpen={isOpen}
        request={creating}
        onClose={onClose}
        onConfirm={() => creating.send('makeResetLink', { path: { id } })}
      />
      <Dialog isOpen={isShown} onClose={hide} title={t('staff.resetLinkOf', { name })} keepOnClickOutside>
        {link !== undefined && (
          <Stack>
            <Text>
              {link.reset_link === null
                ? t('staff.resetLinkLost')
                : t('staff.resetLinkOnce', { name, moment: dateTime(link.expires_at, merchant.timezone) })}
            </Text>
            {link.reset_link !== null && <OneTimeSecret label={t('staff.resetLink')} text={link.reset_link} isFirst />}
            <Group justify="flex-end">
              <Button onClick={hide}>{t('staff.linkClose')}</Button>
            </Group>
          </Stack>
        )}
      </Dialog>
    </>
  );
}
