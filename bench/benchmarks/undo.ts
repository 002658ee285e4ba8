import type { Benchmark } from '../benchmark.ts';
import { openService } from '../setup/service.ts';
import { fileOf, importFile } from './import.ts';

interface UndoResult {
  data: { removed: number };
}

/** The undo of an import into an empty shop, compared with the import itself. */
export const undoing: Benchmark = {
  name: 'undo',
  title: 'Undo of an import of 50,000 products',
  measures: [
    { name: 'preview', title: 'Preview: products per second', unit: 'products/s', limit: 'the import', at_least: 1 },
    { name: 'undo', title: 'Products per second', unit: 'products/s', limit: 'the import', at_least: 0.5 },
  ],
  async open({ scale }) {
    const products = Math.max(50, Math.round(50_000 * scale));
    const service = await openService();
    const content = fileOf(products);
    let number = 0;
    const rest: string[] = [];

    async function undo(method: 'GET' | 'POST', token: string, id: string): Promise<number> {
      const since = performance.now();
      const answer = await fetch(`${service.testBed.url}/api/v1/inventory/imports/${id}/undo`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok) throw new Error(await answer.text());
      const { data } = (await answer.json()) as UndoResult;
      if (data.removed !== products) throw new Error(`${data.removed} of ${products} products are removed`);
      return (performance.now() - since) / 1_000;
    }

    /** Imports the file into an empty shop. */
    async function load() {
      number += 1;
      const token = await service.openEmptyShop(number);
      return { token, import_s: await importFile(service, token, content, products) };
    }

    return {
      async measureService() {
        const { token } = await load();
        const list = JSON.parse((await service.get('/inventory/imports', token)).text) as { data: { id: string }[] };
        const id = list.data[0]?.id ?? '';
        const preview_s = await undo('GET', token, id);
        const undo_s = await undo('POST', token, id);
        rest.push(`preview ${preview_s.toFixed(1)} s, undo ${undo_s.toFixed(1)} s`);
        const left = JSON.parse((await service.get('/categories', token)).text) as { data: unknown[] };
        if (left.data.length !== 0) throw new Error(`${left.data.length} categories are left`);
        return { preview: products / preview_s, undo: products / undo_s };
      },
      async measureLimit() {
        const { import_s } = await load();
        return { preview: products / import_s, undo: products / import_s };
      },
      notes: () => rest,
      close: () => service.close(),
    };
  },
};
