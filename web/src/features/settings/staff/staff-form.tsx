import { Switch, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { changedFields } from '../../../design/forms/changed-fields.ts';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { PinField } from '../../../design/forms/pin-field.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { fieldErrors } from '../../../session/error-text.ts';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import { RoleFields } from './role-fields.tsx';
import { type StaffFields, staffFieldsFrom } from './role-rules.ts';
import type { Invited, StaffMember } from './staff-member.ts';

interface StaffFormProps {
  /** Staff member to edit; an invitation if missing. */
  member: StaffMember | undefined;
  /** Address to invite, if it is known already. */
  email?: string | undefined;
  onClose(): void;
  /** Called with a new invitation. */
  onInvited(invited: Invited): void;
}

const newMember: StaffFields = { name: '', role: 'cashier', branch_ids: null, branch_id: null };

export function StaffForm({ member, email, onClose, onInvited }: StaffFormProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  // Values at the time the form was opened, so that saving does not overwrite other users' changes.
  const [before] = useState(member ?? newMember);
  const [isByPin, setByPin] = useState(member?.email === null);
  const saving = useIdempotentRequest(['inviteColleague', 'updateColleague'], {
    subject: member?.id,
    onDone: async ({ data }) => {
      onClose();
      if (data.status === 'invited') onInvited(data);
      else notify.success(t('staff.saved', { name: data.name }));
      // The user may have changed their own account.
      await Promise.all(['staff', 'session'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
    },
  });
  const errors = fieldErrors(saving.error, t);
  // The service names an array item by its index: `branch_ids.0`.
  const branchErrors = Object.keys(errors).filter((field) => field.startsWith('branch_ids'));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const texts = textsOf(event);
    const input = staffFieldsFrom(texts);
    const pin = (texts.pin ?? '') === '' ? {} : { pin: texts.pin };
    if (member === undefined) {
      const { email = '' } = texts;
      saving.send('inviteColleague', { body: { ...newMember, ...input, ...(isByPin ? pin : { email }) } });
      return;
    }
    const changed = changedFields<StaffFields>(before, input);
    saving.send('updateColleague', { path: { id: member.id }, body: { ...changed, ...pin } });
  };
  return (
    <RequestForm request={saving} onSubmit={submit}>
      <FormErrorAlert error={saving.error} fields={['name', 'email', 'pin', 'role', 'branch_id', ...branchErrors]} />
      <TextInput
        name="name"
        label={t('customer.name')}
        required
        maxLength={200}
        data-autofocus
        autoComplete="off"
        defaultValue={before.name}
        error={errors.name}
      />
      {member === undefined && (
        <Switch
          label={t('staff.byPin')}
          checked={isByPin}
          onChange={({ currentTarget }) => setByPin(currentTarget.checked)}
        />
      )}
      {isByPin && (
        <PinField
          name="pin"
          label={t(member === undefined ? 'pin.title' : 'pin.new')}
          description={t(member === undefined ? 'staff.pinHint' : 'staff.newPinHint')}
          required={member === undefined}
          error={errors.pin}
        />
      )}
      {member === undefined && !isByPin && (
        <>
          <TextInput
            name="email"
            type="email"
            label={t('customer.email')}
            required
            autoComplete="off"
            defaultValue={email}
            error={errors.email}
          />
          <Text size="sm" c="dimmed">
            {t('staff.inviteHint')}
          </Text>
        </>
      )}
      <RoleFields
        key={String(isByPin)}
        before={before}
        isByPin={isByPin}
        errors={{ ...errors, branch_ids: errors[branchErrors[0] ?? ''] }}
      />
      <FormButtons
        isBusy={saving.isPending}
        action={t(member !== undefined ? 'products.save' : isByPin ? 'staff.add' : 'staff.invite')}
        onCancel={onClose}
      />
    </RequestForm>
  );
}
