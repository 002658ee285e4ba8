import { en } from '../language/en.ts';
import type { TextName } from '../language/en-audit.ts';
import { useI18n } from '../language/i18n.tsx';

/** Names a payment method; '' for a sale that is not paid yet. */
export function usePaymentMethodName(): (method: string | null) => string {
  const { t } = useI18n();
  return (method) => {
    if (method === null) return '';
    const name = `method.${method}`;
    return name in en ? t(name as TextName) : method;
  };
}
