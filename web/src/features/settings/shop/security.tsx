import { Checkbox, Group } from '@mantine/core';
import { useI18n } from '../../../language/i18n.tsx';
import { roles } from '../../../session/permissions.ts';
import { useSession } from '../../../session/session.tsx';
import { SettingsForm } from './settings-form.tsx';
import { checkedRoles } from './settings-rules.ts';

/** Requirements for signing in. */
export function SecuritySettings() {
  const { t } = useI18n();
  const { merchant } = useSession();
  return (
    <SettingsForm
      title={t('shop.security')}
      read={(texts) => ({ require_totp_roles: checkedRoles('factor', roles, texts) })}
      fields={['require_totp_roles']}
    >
      {(errors) => (
        <Checkbox.Group
          label={t('shop.factor')}
          description={t('shop.factorHint')}
          defaultValue={merchant.require_totp_roles}
          error={errors.require_totp_roles}
        >
          <Group gap="md" mt="xs">
            {roles.map((role) => (
              <Checkbox key={role} name={`factor.${role}`} value={role} label={t(`role.${role}`)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </SettingsForm>
  );
}
