import { useSpeech } from '../../../language/language.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import type { Entry, Fields } from './entry.ts';

interface SubjectProps {
  entry: Entry;
  name: string | undefined;
}

/** The record of an entry: its name, and the way to its page where there is one. */
export function Subject({ entry: { action, subject_id, after }, name }: SubjectProps) {
  const { t } = useSpeech();
  const [kind, what] = action.split('.');
  if (subject_id === null || what === 'deleted' || what === 'erased') return <>{name}</>;
  if (kind === 'product')
    return (
      <TextLink to="/products/$id" params={{ id: subject_id }} inherit underline="always">
        {name}
      </TextLink>
    );
  if (kind === 'customer')
    return (
      <TextLink to="/customers/$id" params={{ id: subject_id }} inherit underline="always">
        {name}
      </TextLink>
    );
  if (kind === 'sale') {
    const sale_id = (after as Fields | null)?.transaction_id;
    return (
      <TextLink to="/sales/$id" params={{ id: typeof sale_id === 'string' ? sale_id : subject_id }} inherit underline="always">
        {name ?? t('audit.sale')}
      </TextLink>
    );
  }
  return <>{name}</>;
}
