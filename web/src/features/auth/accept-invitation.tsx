import { Alert, Anchor, Button, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { AuthLayout, textsOf } from '../../design/auth-layout.tsx';
import { ErrorAlert, FormErrorAlert } from '../../design/feedback/error-alert.tsx';
import { Loading } from '../../design/feedback/error-pages.tsx';
import { CodeField } from '../../design/forms/code-field.tsx';
import { NewPassword } from '../../design/forms/new-password.tsx';
import { PasswordField } from '../../design/forms/password-field.tsx';
import { TextLink } from '../../design/text-link.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api, signIn, TillhouseError } from '../../session/api.ts';
import { fieldErrors } from '../../session/error-text.ts';
import { onSignedIn } from '../../session/session-state.ts';
import { openShop } from '../../session/shop.ts';

const hasStatus = (error: unknown, status: number) => error instanceof TillhouseError && error.status === status;

/** Accepts an invitation, with a new account or the existing account of the address. */
export function AcceptInvitation() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(globalThis.location.hash.slice(1)).get('token') ?? '');
  const [hasAccount, setHasAccount] = useState(false);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => (await api.previewInvitation({ signal, body: { token } })).data,
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isSending = useRef(false);
  const joining = useMutation({
    mutationFn: async ({ password = '', name = '', code }: Record<string, string>) => {
      const email = invitation.data?.email ?? '';
      if (!hasAccount) {
        await api.acceptInvitation({ body: { token, password, name } }).catch(async (error: unknown) => {
          // An earlier attempt whose response was lost accepted the invitation. Then the chosen password already works.
          if (fieldErrors(error).token === undefined) throw error;
          await signIn({ email, password }).catch(() => {
            throw error;
          });
        });
      }
      await signIn({ email, password, ...(code === undefined ? {} : { code }) });
      return hasAccount ? (await api.acceptInvitation({ body: { token } })).data.merchant_id : undefined;
    },
    onSuccess: (joined_id) => {
      onSignedIn();
      // A user with an account has another home shop, so open the joined shop.
      return joined_id === undefined ? navigate({ to: '/' }) : openShop(joined_id);
    },
    onError: (error) => {
      if (!hasAccount && hasStatus(error, 401)) setHasAccount(true);
    },
    onSettled: () => {
      isSending.current = false;
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const texts = textsOf(event);
    // A second quick press arrives before the page changes.
    if (isSending.current) return;
    isSending.current = true;
    joining.mutate(texts);
  };
  const errors = fieldErrors(joining.error, t);
  const isOver = token === '' || hasStatus(invitation.error, 422) || errors.token !== undefined;
  if (isOver)
    return (
      <AuthLayout
        title={t('invitation.over')}
        text={t('invitation.overText')}
        onSubmit={(event) => event.preventDefault()}
      >
        <TextLink to="/sign-in">{t('signIn.action')}</TextLink>
      </AuthLayout>
    );
  if (invitation.data === undefined)
    return (
      <AuthLayout title={t('invitation.action')} onSubmit={(event) => event.preventDefault()}>
        {invitation.error === null ? <Loading height={160} /> : <ErrorAlert error={invitation.error} />}
      </AuthLayout>
    );
  const isCodeWanted = errors.code !== undefined || joining.variables?.code !== undefined;
  const { email, name, role, merchant_name } = invitation.data;
  const mustSignIn = hasAccount && hasStatus(joining.error, 401) && joining.variables?.name !== undefined;
  return (
    <AuthLayout
      title={t('invitation.title', { shop: merchant_name })}
      text={t('invitation.text', { role: t(`role.${role}`), email })}
      onSubmit={submit}
    >
      {mustSignIn ? (
        <Alert role="alert">{t('invitation.mustSignIn')}</Alert>
      ) : (
        <FormErrorAlert error={joining.error} fields={['name', 'password', 'code']} />
      )}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      {hasAccount ? (
        <>
          <PasswordField
            key="own"
            name="password"
            label={t('signIn.password')}
            autoComplete="current-password"
            required
            autoFocus
          />
          {isCodeWanted && (
            <CodeField error={joining.variables?.code === undefined ? undefined : errors.code} autoFocus />
          )}
        </>
      ) : (
        <>
          <TextInput
            name="name"
            label={t('invitation.name')}
            autoComplete="name"
            defaultValue={name}
            required
            error={errors.name}
          />
          <NewPassword
            key="new"
            name="password"
            label={t('invitation.newPassword')}
            description={t('welcome.passwordHint')}
            error={errors.password}
            autoFocus
          />
        </>
      )}
      <Button type="submit" loading={joining.isPending} fullWidth>
        {t(hasAccount ? 'invitation.signIn' : 'invitation.action')}
      </Button>
      <Text size="sm">
        {t(hasAccount ? 'invitation.noAccount' : 'invitation.haveAccount')}{' '}
        <Anchor component="button" type="button" inherit underline="always" onClick={() => setHasAccount(!hasAccount)}>
          {t(hasAccount ? 'invitation.choose' : 'signIn.action')}
        </Anchor>
      </Text>
    </AuthLayout>
  );
}
