/** The headings of products and their stock in exported files: English, Indonesian, German. An import reads each. */
export const productHeadings = {
  barcode: ['Barcode', 'Kode batang', 'Barcode'],
  category: ['Category', 'Kategori', 'Kategorie'],
  cost: ['Cost of goods', 'Harga pokok', 'Wareneinsatz'],
  description: ['Description', 'Deskripsi', 'Beschreibung'],
  min_stock: ['Reorder point', 'Stok minimum', 'Meldebestand'],
  name: ['Name', 'Nama', 'Name'],
  parent_sku: ['Product SKU', 'SKU produk', 'SKU des Produkts'],
  price: ['Price', 'Harga', 'Preis'],
  sku: ['SKU', 'SKU', 'SKU'],
  status: ['Status', 'Status', 'Status'],
  stock: ['Stock', 'Stok', 'Bestand'],
  tax_rate: ['Tax rate %', 'Tarif pajak %', 'Steuersatz %'],
  track_stock: ['Track stock', 'Lacak stok', 'Bestand führen'],
  unit: ['Unit', 'Satuan', 'Einheit'],
  warehouse: ['Warehouse', 'Gudang', 'Lager'],
} as const satisfies Record<string, readonly [en: string, id: string, de: string]>;
