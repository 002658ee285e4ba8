import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../language/i18n.tsx';
import { listAll } from '../../session/list-all.ts';

/** All categories of the shop, by name. */
export function useCategories(): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: ['products', 'categories'],
    queryFn: async ({ signal }) => (await listAll('listCategories', signal)).map(({ name }) => name),
  });
  return data;
}

/** Choice of an existing category or the name of a new one. */
export function CategoryField({ defaultValue = '', error }: { defaultValue?: string; error?: string | undefined }) {
  const { t } = useI18n();
  return (
    <Autocomplete
      name="category"
      label={t('products.category')}
      defaultValue={defaultValue}
      data={[...useCategories()]}
      limit={20}
      maxLength={200}
      error={error}
    />
  );
}
