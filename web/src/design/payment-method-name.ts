import { useI18n } from '../language/i18n.tsx';

/** Names a payment method; '' for a sale that is not paid yet. */
export function usePaymentMethodName(): (method: string | null) => string {
  const { t, isText } = useI18n();
  return (method) => {
    if (method === null) return '';
    const name = `method.${method}`;
    return isText(name) ? t(name) : method;
  };
}
