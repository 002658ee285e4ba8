import { Textarea, TextInput } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';
import type { CustomerFields as Fields } from './changes.ts';

interface CustomerFieldsProps {
  before: Fields;
  errors: Readonly<Record<string, string>>;
  /** The name gets the focus, in a dialog. */
  isFirst?: boolean;
}

/** The editable fields of a customer. */
export function CustomerFields({ before, errors, isFirst = false }: CustomerFieldsProps) {
  const { t } = useI18n();
  return (
    <>
      <TextInput
        name="name"
        label={t('customer.name')}
        required
        data-autofocus={isFirst || undefined}
        autoComplete="off"
        defaultValue={before.name}
        error={errors.name}
      />
      <TextInput
        name="phone"
        type="tel"
        label={t('customer.phone')}
        description={t('customer.phoneHint')}
        autoComplete="off"
        defaultValue={before.phone ?? ''}
        error={errors.phone}
      />
      <TextInput
        name="email"
        type="email"
        label={t('customer.email')}
        autoComplete="off"
        defaultValue={before.email ?? ''}
        error={errors.email}
      />
      <Textarea
        name="address"
        label={t('customer.address')}
        autosize
        defaultValue={before.address ?? ''}
        error={errors.address}
      />
    </>
  );
}

export const shownFields = ['name', 'phone', 'email', 'address'];
