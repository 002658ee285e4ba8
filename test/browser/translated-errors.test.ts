import { test } from 'node:test';
import { aProduct, aShop, aWarehouse } from '../shop.ts';
import { openBackOffice } from './back-office.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app, { currency: 'IDR' });
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};
await aWarehouse(shop, 'Gudang belakang');
const main = (await shop.owner.get(`/warehouses/${shop.warehouse_id}`)).body.data.name as string;
await aProduct(shop, { name: 'Kopi', sku: 'KOPI', price: 12_500, stock: 4 });

test('translates the service’s errors into Indonesian', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit({ language: 'id-ID' });
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel(/^Kata sandi/).fill('not this one');
  await page.getByRole('button', { name: 'Masuk' }).click();
  await page.getByRole('alert').getByText('Email atau kata sandi salah').waitFor();

  await openSignedIn(owner, '/products');
  await page.getByRole('button', { name: 'Produk baru' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nama').fill('Kopi lain');
  await dialog.getByLabel('SKU').fill('KOPI');
  await dialog.getByRole('textbox', { name: 'Harga', exact: true }).fill('12.500');
  await dialog.getByLabel('Stok').fill('2');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await dialog.getByText('SKU ini sudah dipakai').waitFor();
  await inspect('the error in Indonesian');

  await page.goto(`${url}/stock`);
  await page.getByRole('button', { name: `Pindahkan Kopi dari ${main}` }).click();
  await dialog.getByRole('textbox', { name: 'Jumlah' }).fill('5');
  await dialog.getByRole('button', { name: 'Pindahkan' }).click();
  await dialog.getByText('hanya tersedia 4').waitFor();
  isQuiet(/401|422/);
});
