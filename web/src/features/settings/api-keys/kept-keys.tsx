import { Alert, List, Text } from '@mantine/core';
import type { ResponseOf } from '@tillhouse/client';
import { TextLink } from '../../../design/text-link.tsx';
import { useI18n } from '../../../language/i18n.tsx';

interface KeptKeysProps {
  keys: ResponseOf<'resetPassword'>['data']['api_keys'];
  /** Whether a link leads to the page where keys are revoked: only for a signed-in user. */
  isSignedIn?: boolean;
}

/** After a new password: the API keys of the user that still work, one of which a thief may have made. */
export function KeptKeys({ keys, isSignedIn = false }: KeptKeysProps) {
  const { t, dateTime } = useI18n();
  if (keys.length === 0) return null;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Alert color="yellow" role="status" title={t('apiKeys.kept')}>
      <Text size="sm">{t('apiKeys.keptText')}</Text>
      <List size="sm" my="xs">
        {keys.map(({ id, name, merchant_name, created_at }) => (
          <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
            {t('apiKeys.keptKey', { name, shop: merchant_name, when: dateTime(created_at, timeZone) })}
          </List.Item>
        ))}
      </List>
      {isSignedIn && (
        <TextLink to="/settings/api-keys" size="sm">
          {t('settings.apiKeys')}
        </TextLink>
      )}
    </Alert>
  );
}
