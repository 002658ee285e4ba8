import type { Language } from '../../../core/language.ts';

/** The words of the reports of registers. */
export interface ReportWords {
  x: string;
  z: string;
  tax_number: string;
  register: string;
  opened: string;
  until: string;
  closed: string;
  closed_by: string;
  sales: string;
  refunds: string;
  voids: string;
  discounts: string;
  rounding: string;
  change: string;
  taxes: string;
  tax: string;
  net: string;
  methods: string;
  cashiers: string;
  categories: string;
  no_category: string;
  cash_movements: string;
  paid_in: string;
  paid_out: string;
  no_sales: string;
  drawer: string;
  expected: string;
  counted: string;
  variance: string;
  corrected: string;
  lifetime: string;
}

export const reportWords: Record<Language, ReportWords> = {
  en: {
    x: 'X REPORT',
    z: 'Z REPORT',
    tax_number: 'Tax no.',
    register: 'Register',
    opened: 'Opened',
    until: 'Until',
    closed: 'Closed',
    closed_by: 'Closed by',
    sales: 'Sales',
    refunds: 'Refunds',
    voids: 'Voids',
    discounts: 'Discounts',
    rounding: 'Cash rounding',
    change: 'Change given',
    taxes: 'TAXES OF SALES',
    tax: 'Tax',
    net: 'net',
    methods: 'PAYMENT METHODS',
    cashiers: 'CASHIERS',
    categories: 'CATEGORIES',
    no_category: 'Without a category',
    cash_movements: 'CASH MOVEMENTS',
    paid_in: 'Paid in',
    paid_out: 'Paid out',
    no_sales: 'Drawer opened without a sale',
    drawer: 'COUNT',
    expected: 'expected',
    counted: 'counted',
    variance: 'variance',
    corrected: 'CORRECTED COUNT',
    lifetime: 'GRAND TOTAL',
  },
  id: {
    x: 'LAPORAN X',
    z: 'LAPORAN Z',
    tax_number: 'NPWP',
    register: 'Mesin kasir',
    opened: 'Dibuka',
    until: 'Sampai',
    closed: 'Ditutup',
    closed_by: 'Ditutup oleh',
    sales: 'Penjualan',
    refunds: 'Pengembalian dana',
    voids: 'Pembatalan',
    discounts: 'Diskon',
    rounding: 'Pembulatan tunai',
    change: 'Kembalian',
    taxes: 'PAJAK PENJUALAN',
    tax: 'Pajak',
    net: 'neto',
    methods: 'METODE PEMBAYARAN',
    cashiers: 'KASIR',
    categories: 'KATEGORI',
    no_category: 'Tanpa kategori',
    cash_movements: 'PERGERAKAN KAS',
    paid_in: 'Kas masuk',
    paid_out: 'Kas keluar',
    no_sales: 'Laci dibuka tanpa penjualan',
    drawer: 'PENGHITUNGAN',
    expected: 'seharusnya',
    counted: 'dihitung',
    variance: 'selisih',
    corrected: 'PENGHITUNGAN TERKOREKSI',
    lifetime: 'TOTAL SEJAK AWAL',
  },
  de: {
    x: 'X-BERICHT',
    z: 'Z-BERICHT',
    tax_number: 'Steuernr.',
    register: 'Kasse',
    opened: 'Geöffnet',
    until: 'Bis',
    closed: 'Geschlossen',
    closed_by: 'Geschlossen von',
    sales: 'Verkäufe',
    refunds: 'Erstattungen',
    voids: 'Stornos',
    discounts: 'Rabatte',
    rounding: 'Barrundung',
    change: 'Wechselgeld',
    taxes: 'STEUERN DER VERKÄUFE',
    tax: 'MwSt.',
    net: 'netto',
    methods: 'ZAHLUNGSARTEN',
    cashiers: 'KASSIERER',
    categories: 'KATEGORIEN',
    no_category: 'Ohne Kategorie',
    cash_movements: 'BARGELDBEWEGUNGEN',
    paid_in: 'Einzahlungen',
    paid_out: 'Auszahlungen',
    no_sales: 'Kassenlade ohne Verkauf geöffnet',
    drawer: 'ZÄHLUNG',
    expected: 'Soll',
    counted: 'gezählt',
    variance: 'Differenz',
    corrected: 'KORRIGIERTE ZÄHLUNG',
    lifetime: 'GESAMT SEIT BEGINN',
  },
};
