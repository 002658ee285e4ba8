import { RowLink } from '../../../design/lists/row-link.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import type { Entry, Fields } from './entry.ts';

interface SubjectLinkProps {
  entry: Entry;
  name: string | undefined;
}

const pages = { product: '/products/$id', customer: '/customers/$id', sale: '/sales/$id' } as const;

/** The name of an entry's subject, with a link to its page if there is one. */
export function SubjectLink({ entry: { action, subject_id, after }, name }: SubjectLinkProps) {
  const { t } = useI18n();
  const [kind = '', what] = action.split('.');
  if (subject_id === null || what === 'deleted' || what === 'erased' || !Object.hasOwn(pages, kind)) return <>{name}</>;
  // The subject of a refund entry is the refund, but its page is that of the sale.
  const sale_id = (after as Fields | null)?.transaction_id;
  return (
    <RowLink to={pages[kind as keyof typeof pages]} id={typeof sale_id === 'string' ? sale_id : subject_id}>
      {name ?? t('audit.sale')}
    </RowLink>
  );
}
