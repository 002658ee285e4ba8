/** Filters of a list under a name. */
export interface SavedView {
  name: string;
  view: Readonly<Record<string, unknown>>;
}

/** The saved views of each list. */
export type SavedViews = Readonly<Record<string, readonly SavedView[]>>;

const views_at_most = 12;
export const viewName_at_most = 40;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isView = (value: unknown): value is SavedView =>
  isRecord(value) && typeof value.name === 'string' && isRecord(value.view);

/** Reads stored views. What is not one is left out, for example after a change by hand. */
export function parseViews(text: string | undefined): SavedViews {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (!isRecord(stored)) return {};
    return Object.fromEntries(
      Object.entries(stored).map(([list, views]) => [list, Array.isArray(views) ? views.filter(isView) : []]),
    );
  } catch {
    return {};
  }
}

const entriesOf = (view: object): string =>
  JSON.stringify(
    Object.entries(view)
      .filter(([, value]) => value !== undefined)
      .sort(),
  );

/** Whether both have the same filters, in any order. */
export const isSameView = (one: object, other: object): boolean => entriesOf(one) === entriesOf(other);

/** Adds a view, in place of one with the same name. */
export function withView(views: SavedViews, list: string, added: SavedView): SavedViews {
  const others = (views[list] ?? []).filter(({ name }) => name !== added.name);
  return { ...views, [list]: [...others, added].slice(-views_at_most) };
}

export const withoutView = (views: SavedViews, list: string, removed: string): SavedViews => ({
  ...views,
  [list]: (views[list] ?? []).filter(({ name }) => name !== removed),
});
