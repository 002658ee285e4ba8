import { Box, Title } from '@mantine/core';
import { branchNames } from '../../../design/branch-names.ts';
import { Card } from '../../../design/card.tsx';
import { DescriptionList } from '../../../design/description-list.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
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
        <Box maw={420}>
          <DescriptionList
            items={[
              [t('customer.name'), user.name],
              [t('customer.email'), user.email],
              [t('staff.role'), t(`role.${user.role}`)],
              [t('staff.branches'), branchNames(user.branch_ids, branches, t)],
            ]}
          />
        </Box>
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
