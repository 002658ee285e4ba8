import { useCallback, useState } from 'react';
import { type Edits, matrixOf, type RowEdit, readOption } from './variant-rules.ts';

interface MatrixProduct {
  sku: string;
  variants: readonly { name: string; sku: string }[];
}

/** What is typed in a matrix of options, and the variants that it gives. */
export function useVariantMatrix({ sku, variants }: MatrixProduct) {
  const [options, setOptions] = useState<readonly string[]>(['', '']);
  const [edits, setEdits] = useState<Edits>({});
  const [created, setCreated] = useState<readonly { name: string; sku: string }[]>([]);
  const edit = useCallback(
    (name: string, part: RowEdit) => setEdits((before) => ({ ...before, [name]: { ...before[name], ...part } })),
    [],
  );
  return {
    ...matrixOf({ options: options.map(readOption), sku, variants, created, edits }),
    options,
    edits,
    edit,
    setOption: (at: number, text: string) => setOptions(options.with(at, text)),
    addOption: () => setOptions([...options, '']),
    /** Removes the rows that were created. */
    markCreated: (names: ReadonlySet<string>) =>
      setCreated((before) => [...before, ...[...names].map((name) => ({ name, sku: '' }))]),
    clear: () => {
      setOptions(['', '']);
      setEdits({});
      setCreated([]);
    },
  };
}

export type VariantMatrixState = ReturnType<typeof useVariantMatrix>;
