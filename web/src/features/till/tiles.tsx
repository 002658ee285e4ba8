import { Button, Group, Image, Stack, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type MouseEvent, useState } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { listAll } from '../../session/list-all.ts';
import { useSession } from '../../session/session.tsx';
import { hasMoreTiles, tilesAtOnce } from './tile-rules.ts';

interface TilesProps {
  /** @param isTouched whether by a finger, not by a mouse or key */
  onPick(product_id: string, name: string, isTouched: boolean): void;
}

/** Browsers whose clicks do not say so are asked for their pointer. */
const isTouch = ({ nativeEvent }: MouseEvent): boolean =>
  nativeEvent instanceof PointerEvent ? nativeEvent.pointerType === 'touch' : matchMedia('(pointer: coarse)').matches;

/** Product tiles, filtered by category. */
export function Tiles({ onPick }: TilesProps) {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const [category, setCategory] = useState<string>();
  const [limit, setLimit] = useState(tilesAtOnce);
  const { data: categories = [] } = useQuery({
    queryKey: ['products', 'tile-categories'],
    queryFn: ({ signal }) => listAll('listCategories', signal),
  });
  const { data } = useQuery({
    queryKey: ['products', 'tiles', category, limit],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      api.listProducts({
        signal,
        query: { status: 'active', sort: 'name', limit, ...(category === undefined ? {} : { category }) },
      }),
  });
  const choose = (name: string | undefined) => {
    setCategory(name);
    setLimit(tilesAtOnce);
  };
  return (
    <Stack gap="xs" component="section" aria-label={t('till.tiles')}>
      {categories.length > 0 && (
        <Group className="tile-categories" gap="xs" role="group" aria-label={t('products.category')}>
          {[undefined, ...categories.map(({ name }) => name)].map((name) => (
            <Button
              key={name ?? ''}
              variant={name === category ? 'filled' : 'default'}
              aria-pressed={name === category}
              onClick={() => choose(name)}
            >
              {name ?? t('till.allCategories')}
            </Button>
          ))}
        </Group>
      )}
      <div className="tile-grid">
        {(data?.data ?? []).map(({ id, name, price, images }) => (
          <UnstyledButton key={id} className="tile" onClick={(event) => onPick(id, name, isTouch(event))}>
            {images[0] !== undefined && (
              <Image src={images[0]} alt="" h={72} fit="cover" radius="sm" loading="lazy" decoding="async" />
            )}
            <Text size="sm" fw={500} lineClamp={2}>
              {name}
            </Text>
            <Text size="sm" className="figures">
              {money(price, merchant.currency)}
            </Text>
          </UnstyledButton>
        ))}
      </div>
      {hasMoreTiles(data?.meta.total ?? 0, limit) && (
        <Button variant="subtle" onClick={() => setLimit(limit + tilesAtOnce)}>
          {t('till.moreTiles')}
        </Button>
      )}
    </Stack>
  );
}
