type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

/** Version of the stored format. Data of another version is ignored. */
const version = 1;
/** Drafts of what another device finished stay behind, so only the latest are kept. */
const drafts_at_most = 10;

/** Stores drafts on this device for each user and shop, so that a reload or a crash loses nothing. */
export interface DraftStorage<Draft> {
  load(subject: string): Draft;
  save(subject: string, draft: Draft): void;
  remove(subject: string): void;
}

interface Drafts<Draft> {
  /** Of this kind of draft. */
  name: string;
  merchant_id: string;
  user_id: string;
  /** What a draft starts with. A stored draft that lacks a field has it from here. */
  empty: Draft;
}

/** @param open may throw, because a browser can block storage */
export function openDraftStorage<Draft extends object>(
  open: () => Storage,
  { name, merchant_id, user_id, empty }: Drafts<Draft>,
): DraftStorage<Draft> {
  const key = `tillhouse.${name}.${merchant_id}.${user_id}`;
  const read = (): [string, Draft][] => {
    try {
      const stored = JSON.parse(open().getItem(key) ?? 'null');
      return stored?.version === version ? stored.drafts : [];
    } catch {
      return [];
    }
  };
  const write = (drafts: [string, Draft][]) => {
    try {
      open().setItem(key, JSON.stringify({ version, drafts: drafts.slice(-drafts_at_most) }));
    } catch {
      // Storage is blocked or full. The draft then lives as long as the page.
    }
  };
  const without = (subject: string) => read().filter(([other]) => other !== subject);
  return {
    load: (subject) => ({ ...empty, ...read().find(([other]) => other === subject)?.[1] }),
    save: (subject, draft) => write([...without(subject), [subject, draft]]),
    remove: (subject) => write(without(subject)),
  };
}
