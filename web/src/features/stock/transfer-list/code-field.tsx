import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { errorText } from '../../../session/error-text.ts';
import { readScan } from '../../till/cart.ts';
import { productsFound } from './line-rules.ts';

export interface FoundProduct {
  id: string;
  name: string;
  sku: string;
}

interface CodeFieldProps {
  isOff: boolean;
  onFound(product: FoundProduct, quantity: number): void;
}

/** Finds a product by a scanned or typed code, or by a part of its name. `3*` before it adds three. */
export function CodeField({ isOff, onFound }: CodeFieldProps) {
  const { t } = useI18n();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [choices, setChoices] = useState<{ products: readonly FoundProduct[]; quantity: number }>();
  const add = (product: FoundProduct, quantity: number) => {
    setChoices(undefined);
    onFound(product, quantity);
    field.current?.focus();
  };
  // Scans may come faster than the service answers: each is looked up by itself.
  const finding = useMutation({
    mutationFn: async (scan: { quantity: number; code: string }) => ({
      ...scan,
      ...productsFound((await api.lookUpCode({ query: { code: scan.code } })).data),
    }),
    onSuccess: ({ products, untracked, quantity, code }) => {
      const [product] = products;
      if (product === undefined)
        return setProblem(
          untracked === undefined ? t('transfer.unknown', { code }) : t('transfer.untracked', { name: untracked }),
        );
      if (products.length === 1) add(product, quantity);
      else setChoices({ products, quantity });
    },
    onError: (error, { code }) => {
      setProblem(errorText(error, t));
      // What was scanned is not lost.
      setText((typed) => (typed === '' ? code : typed));
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const scan = readScan(text);
    if (scan.code === '') return;
    setText('');
    setProblem(undefined);
    setChoices(undefined);
    finding.mutate(scan);
  };
  return (
    <Stack gap="xs">
      <TextInput
        ref={field}
        label={t('till.field')}
        description={t('transfer.hint')}
        autoComplete="off"
        data-autofocus
        autoFocus
        maxLength={100}
        disabled={isOff}
        value={text}
        error={problem}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {choices !== undefined && (
        <Fieldset legend={t('transfer.choose')}>
          <Group gap="xs">
            {choices.products.map((product) => (
              <Button key={product.id} variant="default" onClick={() => add(product, choices.quantity)}>
                {product.name} · {product.sku}
              </Button>
            ))}
          </Group>
        </Fieldset>
      )}
    </Stack>
  );
}
