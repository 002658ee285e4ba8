import { ActionIcon, Group, NumberInput, Paper, Stack, Text } from '@mantine/core';
import { useSpeech } from '../../language/language.tsx';
import { useSession } from '../../session/session.tsx';
import { decimalsOf } from '../../ui/currency.ts';
import { Icon } from '../../ui/icons.tsx';
import { changeLine, type Line, quantity_at_most, totalOf } from './cart.ts';

interface LinesProps {
  lines: readonly Line[];
  onChange(lines: Line[]): void;
}

/** What is being sold; what was rung up last stands first, and in bold. */
export function Lines({ lines, onChange }: LinesProps) {
  const { t } = useSpeech();
  if (lines.length === 0)
    return (
      <Text c="dimmed" py="xl">
        {t('till.empty')}
      </Text>
    );
  return (
    <Stack gap="xs" role="list" aria-label={t('sale.lines')}>
      {lines.toReversed().map((line, index) => (
        <OneLine
          key={line.id}
          line={line}
          isLast={index === 0}
          change={(part) => onChange(changeLine(lines, line.id, part))}
          remove={() => onChange(lines.filter(({ id }) => id !== line.id))}
        />
      ))}
    </Stack>
  );
}

interface OneLineProps {
  line: Line;
  isLast: boolean;
  change(part: Partial<Pick<Line, 'quantity' | 'discount'>>): void;
  remove(): void;
}

function OneLine({ line, isLast, change, remove }: OneLineProps) {
  const { t, money } = useSpeech();
  const { merchant } = useSession();
  const { name, sku, price, quantity, discount } = line;
  const total = totalOf(line, merchant);
  return (
    <Paper withBorder p="xs" role="listitem">
      <Group justify="space-between" gap="xs">
        <div className="growing">
          <Text fw={isLast ? 700 : 500}>{name}</Text>
          <Text size="sm" c="dimmed" className="figures">
            {sku} · {money(price, merchant.currency)}
          </Text>
        </div>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('till.less', { name })}
            onClick={() => (quantity > 1 ? change({ quantity: quantity - 1 }) : remove())}
          >
            <Icon name="minus" />
          </ActionIcon>
          <NumberInput
            aria-label={t('till.quantityOf', { name })}
            w={70}
            hideControls
            min={1}
            max={quantity_at_most}
            allowDecimal={false}
            value={quantity}
            onChange={(value) => typeof value === 'number' && change({ quantity: value })}
          />
          <ActionIcon variant="default" size="lg" aria-label={t('till.more', { name })} onClick={() => change({ quantity: quantity + 1 })}>
            <Icon name="plus" />
          </ActionIcon>
        </Group>
        <NumberInput
          aria-label={t('till.discountOf', { name })}
          placeholder={t('sale.discount')}
          w={90}
          hideControls
          min={0}
          decimalScale={decimalsOf(merchant.currency)}
          max={price * quantity}
          value={discount === 0 ? '' : discount}
          onChange={(value) => change({ discount: value === '' ? 0 : Number(value) })}
        />
        <Text fw={700} w={92} className="number figures">
          {money(total, merchant.currency)}
        </Text>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('till.remove', { name })} onClick={remove}>
          <Icon name="cross" />
        </ActionIcon>
      </Group>
    </Paper>
  );
}
