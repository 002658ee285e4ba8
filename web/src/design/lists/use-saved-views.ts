import { useState } from 'react';
import { readPreference, storePreference } from '../../lib/preferences.ts';
import { parseViews, type SavedView, type SavedViews, withoutView, withView } from '../../lib/saved-views.ts';
import { useSession } from '../../session/session.tsx';

/** The saved views of a list. This browser keeps them for each user at each shop. */
export function useSavedViews(list: string) {
  const { user, merchant } = useSession();
  const key = `views:${user.id}:${merchant.id}` as const;
  const [views, setViews] = useState(() => parseViews(readPreference(key)));
  const change = (by: (views: SavedViews) => SavedViews) => {
    // Another tab may have changed them since.
    const next = by(parseViews(readPreference(key)));
    storePreference(key, JSON.stringify(next));
    setViews(next);
  };
  return {
    views: views[list] ?? [],
    save: (view: SavedView) => change((all) => withView(all, list, view)),
    remove: (name: string) => change((all) => withoutView(all, list, name)),
  };
}
