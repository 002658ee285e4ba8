import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { suggestSku } from './sku-rules.ts';

/** The SKU of a new product: made of its name until another is typed. */
export function useSuggestedSku(suggest: (name: string) => string = suggestSku) {
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string>();
  const reset = () => {
    setName('');
    setTyped(undefined);
  };
  return { sku: typed ?? suggest(name), setName, setTyped, reset };
}

interface SkuFieldProps {
  suggestion: ReturnType<typeof useSuggestedSku>;
  error: string | undefined;
}

export function SkuField({ suggestion: { sku, setTyped }, error }: SkuFieldProps) {
  const { t } = useI18n();
  return (
    <TextInput
      name="sku"
      label={t('products.sku')}
      required
      autoComplete="off"
      value={sku}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      error={error}
    />
  );
}
