/** Decimals of currencies that have other than two (ISO 4217). */
const otherDecimals: Record<string, number> = Object.fromEntries(
  [
    [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'] as const,
    [3, 'BHD IQD JOD KWD LYD OMR TND'] as const,
    [4, 'CLF UYW'] as const,
  ].flatMap(([digits, currencies]) => currencies.split(' ').map((currency) => [currency, digits])),
);

/** Decimals that the service keeps of a currency's amounts. */
export const decimalsOf = (currency: string): number => otherDecimals[currency] ?? 2;

/** What people pay with where a language is spoken; any other can be chosen. */
const usual: Record<string, string> = { id: 'IDR', de: 'EUR', fr: 'EUR', es: 'EUR', ja: 'JPY', gb: 'GBP', sg: 'SGD', my: 'MYR' };

export function guessCurrency(tag: string): string {
  const [language = '', region = ''] = tag.toLowerCase().split('-');
  return usual[region] ?? usual[language] ?? 'USD';
}
