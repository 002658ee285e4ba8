import { currencyDigits } from '@tillhouse/core/money';
import { productHeadings } from '@tillhouse/core/product-headings';

type Column = Exclude<keyof typeof productHeadings, 'warehouse'>;

const languages = ['en', 'id', 'de'];

/** Currencies whose prices have thousands more than those of others. */
const withThousands = new Set(['IDR', 'VND', 'KRW', 'LAK', 'COP']);

const names = {
  tea: ['Green tea', 'Teh hijau', 'Grüner Tee'],
  drinks: ['Drinks', 'Minuman', 'Getränke'],
  shirt: ['T-shirt', 'Kaus', 'T-Shirt'],
  clothes: ['Clothes', 'Pakaian', 'Kleidung'],
  small: ['Small', 'Kecil', 'Klein'],
  large: ['Large', 'Besar', 'Groß'],
  pack: ['pack', 'bungkus', 'Packung'],
} as const;

/**
 * A file with the headings of the language and examples: a product, and one with two variants. Its prices are whole
 * numbers, because some currencies have no others. Where a comma is the decimal sign, spreadsheets separate cells by
 * semicolons.
 */
export function importTemplate(language: string, currency: string): string {
  const at = Math.max(0, languages.indexOf(language)) as 0 | 1 | 2;
  const price = (amount: number) =>
    amount * (withThousands.has(currency) || currencyDigits(currency) === 0 ? 1_000 : 1);
  const name = (word: keyof typeof names) => names[word][at];
  const rows: Partial<Record<Column, string | number | boolean>>[] = [
    {
      ...{ sku: 'TEA-GREEN', name: name('tea'), category: name('drinks'), price: price(5), cost: price(2), stock: 30 },
      ...{ min_stock: 5, barcode: '4006381333931', unit: name('pack') },
    },
    { sku: 'SHIRT', name: name('shirt'), category: name('clothes'), price: price(20), track_stock: false },
    { sku: 'SHIRT-S', parent_sku: 'SHIRT', name: name('small'), price: price(20), cost: price(8), stock: 12 },
    { sku: 'SHIRT-L', parent_sku: 'SHIRT', name: name('large'), price: price(22), cost: price(8), stock: 6 },
  ];
  const columns: Column[] = [
    ...(['sku', 'name', 'parent_sku', 'price', 'cost', 'stock', 'min_stock', 'category', 'barcode'] as const),
    ...(['description', 'unit', 'tax_rate', 'status', 'track_stock'] as const),
  ];
  const lines = rows.map((row) => columns.map((column) => row[column] ?? ''));
  const separator = at === 0 ? ',' : ';';
  const text = [columns.map((column) => productHeadings[column][at]), ...lines].map((cells) => cells.join(separator));
  // The mark tells spreadsheets the encoding.
  return `\uFEFF${text.join('\r\n')}\r\n`;
}
