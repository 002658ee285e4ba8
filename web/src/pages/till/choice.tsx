import { Button, Stack, Text } from '@mantine/core';
import { useSpeech } from '../../language/language.tsx';
import { useSession } from '../../session/session.tsx';
import { Window } from '../../ui/window.tsx';
import type { Goods } from './cart.ts';

interface ChoiceProps {
  goods: readonly Goods[];
  onChoose(goods: Goods): void;
  onClose(): void;
}

/** Where what was typed may mean several. */
export function Choice({ goods, onChoose, onClose }: ChoiceProps) {
  const { t, money } = useSpeech();
  const { merchant } = useSession();
  return (
    <Window isOpen={goods.length > 0} onClose={onClose} title={t('till.which')}>
      <Stack gap="xs">
        {goods.map((one, index) => (
          <Button
            key={one.id}
            variant="default"
            fullWidth
            justify="space-between"
            data-autofocus={index === 0 ? true : undefined}
            rightSection={<Text className="figures">{money(one.price, merchant.currency)}</Text>}
            onClick={() => onChoose(one)}
          >
            {one.name} · {one.sku}
          </Button>
        ))}
      </Stack>
    </Window>
  );
}
