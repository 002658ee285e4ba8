import { Stack, Title } from '@mantine/core';
import { branchNames } from '../../../design/branch-names.ts';
import { Card } from '../../../design/card.tsx';
import { DescriptionList } from '../../../design/description-list.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { OwnAccount } from './own-account.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { PinCard } from './pin-form.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';
import { WeeklyMail } from './weekly-mail.tsx';

/** The user's own account: name, password and sessions. */
export function AccountPage() {
  const { t } = useI18n();
  const { user, branches } = useSession();
  return (
    <>
      <Title order={2} size="h3">
        {t('settings.account')}
      </Title>
      <Card title={t('account.you')}>
        <Stack maw={420}>
          {user.email !== null && <OwnAccount name={user.name} email={user.email} />}
          <DescriptionList
            items={[
              ...(user.email === null ? ([[t('customer.name'), user.name]] as const) : []),
              [t('staff.role'), t(`role.${user.role}`)],
              [t('staff.branches'), branchNames(user.branch_ids, branches, t)],
            ]}
          />
        </Stack>
      </Card>
      <WeeklyMail />
      <PasswordForm />
      <PinCard />
      <SecondFactor />
      <Passkeys />
      <Sessions />
    </>
  );
}
