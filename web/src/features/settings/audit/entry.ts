import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../../language/i18n.tsx';
import { listAll } from '../../../session/list-all.ts';
import { useSession } from '../../../session/session.tsx';
import type { RowOf } from '../../../session/types.ts';
import { useWarehouses } from '../../stock/levels.ts';
import { nameInEntry } from './fields.ts';

export type Entry = RowOf<'listAuditEntries'>;
export type Fields = Readonly<Record<string, unknown>>;

/** Names an action; an unknown action keeps the service's name. */
export function useActionName(): (action: string) => string {
  const { t, isText } = useI18n();
  return (action) => {
    const name = `audit.did.${action.replace('.', '_')}`;
    return isText(name) ? t(name) : action;
  };
}

/** All current and former staff members. */
export function useStaff() {
  const { data = [] } = useQuery({
    queryKey: ['staff', 'all'],
    queryFn: ({ signal }) => listAll('listStaff', signal),
  });
  return data;
}

/** The name of the subject: its current name, a name in the entry, or the name of the shop, a branch or a warehouse. */
export function useSubjectName(): (entry: Entry) => string | undefined {
  const { merchant, branches } = useSession();
  const warehouses = useWarehouses();
  return ({ subject_id, subject_name, before, after }) => {
    if (subject_name !== null) return subject_name;
    const named = nameInEntry(before as Fields | null, after as Fields | null);
    if (named !== undefined) return named;
    return [merchant, ...branches, ...warehouses].find(({ id }) => id === subject_id)?.name;
  };
}
