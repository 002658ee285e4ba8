import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { Card } from '../../../design/card.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { PasswordField } from '../../../design/forms/password-field.tsx';
import { PinField } from '../../../design/forms/pin-field.tsx';
import { RequestForm } from '../../../design/forms/request-form.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { fieldErrors } from '../../../session/error-text.ts';
import { useSession } from '../../../session/session.tsx';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';

/** The user's PIN at this shop: set, change or remove it. */
export function PinCard() {
  const { t, dateTime } = useI18n();
  const { merchant } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['sessions'] });
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions', 'pin'],
    queryFn: async ({ signal }) => (await api.getPin({ signal })).data,
  });
  const removing = useMutation({
    mutationFn: () => api.removePin(),
    onSuccess: () => notify.success(t('pin.removed')),
    onError: notify.error,
    onSettled: refresh,
  });
  return (
    <Card
      title={t('pin.title')}
      more={
        data?.enabled === true && (
          <Button variant="default" size="xs" loading={removing.isPending} onClick={() => removing.mutate()}>
            {t('pin.remove')}
          </Button>
        )
      }
    >
      {data === undefined ? (
        <DataPlaceholder error={error} refetch={refetch} height={80} />
      ) : (
        <Stack maw={420}>
          <Text size="sm">
            {t('pin.text')}{' '}
            <span role="status">
              {data.set_at === null
                ? t('pin.none')
                : t('pin.since', { when: dateTime(data.set_at, merchant.timezone) })}
            </span>
          </Text>
          <PinForm onSet={refresh} />
        </Stack>
      )}
    </Card>
  );
}

function PinForm({ onSet }: { onSet(): unknown }) {
  const { t } = useI18n();
  const { user } = useSession();
  const notify = useNotify();
  const form = useRef<HTMLFormElement>(null);
  const setting = useIdempotentRequest(['setPin'], {
    onDone: async () => {
      form.current?.reset();
      notify.success(t('pin.isSet'));
      await onSet();
    },
  });
  const errors = fieldErrors(setting.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { pin = '', password = '' } = textsOf(event);
    setting.send('setPin', { body: { pin, password } });
  };
  return (
    <RequestForm request={setting} formRef={form} onSubmit={submit} label={t('pin.title')}>
      <FormErrorAlert error={setting.error} fields={['pin', 'password']} />
      <PinField name="pin" label={t('pin.new')} description={t('pin.hint')} required error={errors.pin} />
      {/* Tells password managers which account the password belongs to. */}
      <input hidden readOnly name="email" autoComplete="username" value={user.email ?? ''} />
      <PasswordField
        name="password"
        label={t('pin.password')}
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <FormButtons isBusy={setting.isPending} action={t('pin.set')} />
    </RequestForm>
  );
}
