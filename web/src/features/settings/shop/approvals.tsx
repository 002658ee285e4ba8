import { Checkbox, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { numberOf } from '../../../design/forms/form-values.ts';
import { AmountField, PercentField, QuantityField } from '../../../design/forms/number-fields.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { useSession } from '../../../session/session.tsx';
import { type ApprovalRule, approvingRoles, offeredActions, rulesFrom } from './approval-settings-rules.ts';
import { SettingsForm } from './settings-form.tsx';

/** Which acts another person must approve. */
export function ApprovalSettings() {
  const { t } = useI18n();
  const { merchant } = useSession();
  const { approval_rules, approval_minutes } = merchant;
  return (
    <SettingsForm
      title={t('nav.approvals')}
      read={(texts) => ({
        approval_rules: rulesFrom(texts, approval_rules),
        approval_minutes: numberOf(texts.approval_minutes) ?? approval_minutes,
      })}
      fields={['approval_minutes']}
    >
      {(errors) => (
        <>
          <Text size="sm">{t('shop.approvalsText')}</Text>
          {offeredActions.map((offered) => (
            <RuleFields
              key={offered.action}
              offered={offered}
              rule={approval_rules.find(({ action }) => action === offered.action)}
            />
          ))}
          <QuantityField
            name="approval_minutes"
            label={t('shop.approvalMinutes')}
            description={t('shop.approvalMinutesHint')}
            required
            min={1}
            max={1_440}
            defaultValue={approval_minutes}
            error={errors.approval_minutes}
            maw={360}
          />
        </>
      )}
    </SettingsForm>
  );
}

interface RuleFieldsProps {
  offered: (typeof offeredActions)[number];
  rule: ApprovalRule | undefined;
}

function RuleFields({ offered: { action, hasAmount, hasPercent, hasQuantity }, rule }: RuleFieldsProps) {
  const { t } = useI18n();
  const { currency } = useSession().merchant;
  const [isNeeded, setNeeded] = useState(rule !== undefined);
  const name = t(`approvals.action.${action}`);
  return (
    <Paper withBorder p="sm" role="group" aria-label={name}>
      <Stack gap="sm">
        <Switch
          name={`needed.${action}`}
          label={name}
          checked={isNeeded}
          onChange={({ currentTarget }) => setNeeded(currentTarget.checked)}
        />
        {isNeeded && (
          <>
            <Group align="flex-start" grow preventGrowOverflow={false}>
              {hasAmount && (
                <AmountField
                  name={`amount.${action}`}
                  label={t('shop.aboveAmount', { currency })}
                  placeholder={t('shop.notSet')}
                  defaultValue={rule?.above_amount ?? null}
                />
              )}
              {hasPercent && (
                <PercentField
                  name={`percent.${action}`}
                  label={t('shop.abovePercent')}
                  placeholder={t('shop.notSet')}
                  defaultValue={rule?.above_percent ?? null}
                />
              )}
              {hasQuantity && (
                <QuantityField
                  name={`quantity.${action}`}
                  label={t('shop.aboveQuantity')}
                  placeholder={t('shop.notSet')}
                  max={1_000_000}
                  defaultValue={rule?.above_quantity ?? null}
                />
              )}
            </Group>
            <Checkbox.Group
              label={t('shop.approvers')}
              description={t('shop.approversHint')}
              defaultValue={rule?.exempt_roles ?? ['owner', 'manager']}
            >
              <Group gap="md" mt="xs">
                {approvingRoles(rule).map((role) => (
                  <Checkbox key={role} name={`approver.${action}.${role}`} value={role} label={t(`role.${role}`)} />
                ))}
              </Group>
            </Checkbox.Group>
          </>
        )}
      </Stack>
    </Paper>
  );
}
