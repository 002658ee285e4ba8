import { useI18n } from '../../../language/i18n.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import type { Entry, Fields } from './entry.ts';

interface SubjectProps {
  entry: Entry;
  name: string | undefined;
}

const pages = { product: '/products/$id', customer: '/customers/$id', sale: '/sales/$id' } as const;

/** The record of an entry: its name, and the way to its page where there is one. */
export function Subject({ entry: { action, subject_id, after }, name }: SubjectProps) {
  const { t } = useI18n();
  const [kind = '', what] = action.split('.');
  if (subject_id === null || what === 'deleted' || what === 'erased' || !Object.hasOwn(pages, kind)) return <>{name}</>;
  // A refund is told of by its own id: its page is that of its sale.
  const sale_id = (after as Fields | null)?.transaction_id;
  return (
    <RowLink to={pages[kind as keyof typeof pages]} id={typeof sale_id === 'string' ? sale_id : subject_id}>
      {name ?? t('audit.sale')}
    </RowLink>
  );
}
