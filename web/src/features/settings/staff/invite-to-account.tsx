import { Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { fieldErrors } from '../../../session/error-text.ts';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import type { Invited, StaffMember } from './staff-member.ts';

interface InviteToAccountProps {
  member: StaffMember;
  onClose(): void;
  onInvited(invited: Invited): void;
}

/** Invites a member without an e-mail address to an account. */
export function InviteToAccount({ member, onClose, onInvited }: InviteToAccountProps) {
  const { t } = useI18n();
  const [email, setEmail] = useState('');
  const inviting = useIdempotentRequest(['resendInvitation'], {
    subject: `account of ${member.id}`,
    onDone: ({ data }) => {
      onClose();
      // The member has no address until the invitation is accepted.
      onInvited({ ...data, email });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { email: address = '' } = textsOf(event);
    setEmail(address);
    inviting.send('resendInvitation', { path: { id: member.id }, body: { email: address } });
  };
  return (
    <RequestForm request={inviting} onSubmit={submit}>
      <FormErrorAlert error={inviting.error} fields={['email']} />
      <TextInput
        name="email"
        type="email"
        label={t('customer.email')}
        required
        data-autofocus
        autoComplete="off"
        error={fieldErrors(inviting.error, t).email}
      />
      <Text size="sm" c="dimmed">
        {t('staff.addEmailHint', { name: member.name })}
      </Text>
      <FormButtons isBusy={inviting.isPending} action={t('staff.invite')} onCancel={onClose} />
    </RequestForm>
  );
}
