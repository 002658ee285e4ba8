import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useIsMutating, useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useUnsaved } from '../../../design/forms/unsaved.tsx';
import { Icon } from '../../../design/icons.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { errorText } from '../../../session/error-text.ts';
import { readScan } from '../../till/cart.ts';
import { type FoundProduct, productsFound } from './line-rules.ts';

interface CodeFieldProps {
  isOff: boolean;
  onFound(product: FoundProduct, quantity: number): void;
}

/** A scan that gave no product yet. It stays until a person has chosen one, or removed it. */
interface OpenScan {
  id: number;
  /** Why, or the question which product it is. */
  text: string;
  products: readonly FoundProduct[];
  quantity: number;
}

const findingKey = ['stock-lists', 'look-up'];

/** Whether a scan is being looked up. A list that was sent before would not have it. */
export const useIsFinding = (): boolean => useIsMutating({ mutationKey: findingKey }) > 0;

/** Finds a product by a scanned or typed code, or by a part of its name. `3*` before it adds three. */
export function CodeField({ isOff, onFound }: CodeFieldProps) {
  const { t } = useI18n();
  const field = useRef<HTMLInputElement>(null);
  const scans = useRef(0);
  const [text, setText] = useState('');
  const [open, setOpen] = useState<readonly OpenScan[]>([]);
  useOpenScans(open.length);
  useFocusAgain(field, isOff);
  const keep = (scan: Omit<OpenScan, 'id'>) => {
    scans.current += 1;
    const id = scans.current;
    setOpen((others) => [...others, { ...scan, id }]);
  };
  const close = (id: number) => {
    setOpen((all) => all.filter((scan) => scan.id !== id));
    field.current?.focus();
  };
  // Scans may come faster than the service answers: each is looked up by itself.
  const finding = useMutation({
    mutationKey: findingKey,
    mutationFn: async (scan: { quantity: number; code: string }) => ({
      ...scan,
      ...productsFound((await api.lookUpCode({ query: { code: scan.code } })).data),
    }),
    onSuccess: ({ products, untracked, quantity, code }) => {
      const [product] = products;
      if (product !== undefined && products.length === 1) return onFound(product, quantity);
      const question = product === undefined ? t('stockList.unknown', { code }) : t('stockList.choose', { code });
      keep({
        products,
        quantity,
        text: untracked === undefined ? question : t('stockList.untracked', { name: untracked }),
      });
    },
    onError: (error, { code, quantity }) =>
      keep({ products: [], quantity, text: t('error.ofField', { field: code, message: errorText(error, t) }) }),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const scan = readScan(text);
    if (scan.code === '') return;
    setText('');
    finding.mutate(scan);
  };
  return (
    <Stack gap="xs">
      <TextInput
        ref={field}
        label={t('till.field')}
        description={t('stockList.hint')}
        autoComplete="off"
        autoFocus
        maxLength={100}
        disabled={isOff}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div role="status">
        {open.map((scan) => (
          <Group key={scan.id} gap="xs">
            <Text size="sm" c={scan.products.length === 0 ? 'var(--bad)' : undefined}>
              {scan.text}
            </Text>
            {scan.products.map((product) => (
              <Button
                key={product.id}
                variant="default"
                size="xs"
                onClick={() => {
                  onFound(product, scan.quantity);
                  close(scan.id);
                }}
              >
                {product.name} · {product.sku}
              </Button>
            ))}
            <ActionIcon
              variant="subtle"
              aria-label={t('stockList.remove', { name: scan.text })}
              onClick={() => close(scan.id)}
            >
              <Icon name="cross" />
            </ActionIcon>
          </Group>
        ))}
      </div>
    </Stack>
  );
}

/** Leaving the page asks while a scan is no product yet. The list itself is kept. */
function useOpenScans(count: number): void {
  const unsaved = useUnsaved();
  useEffect(() => {
    if (count === 0) unsaved.clear();
    else unsaved.touch();
  }, [count, unsaved]);
}

/** After a list was sent, the next scan goes into the field. What was rejected takes the focus from it. */
function useFocusAgain(field: RefObject<HTMLInputElement | null>, isOff: boolean): void {
  const wasOff = useRef(isOff);
  useEffect(() => {
    if (wasOff.current && !isOff) field.current?.focus();
    wasOff.current = isOff;
  }, [field, isOff]);
}
