import { test } from 'node:test';
import { openBackOffice } from '../back-office.ts';
import { compareJourneys } from './journeys.ts';
import { openScreenShop } from './shop.ts';

const office = await openBackOffice();
const { products, sales, siti } = await openScreenShop(office.app);
const coffee = `/products/${products.coffee}`;

test('sends what the forms of products and stock hold, and shows what the service says', () =>
  compareJourneys(office, 'forms-of-products', [
    {
      name: 'product-taken',
      path: '/products',
      steps: `
        open New product
        fill Name: Copy
        fill SKU: COF
        fill Barcode: 4006381333931
        fill Price: 5
        fill Stock: 3
        press Save`,
    },
    {
      name: 'product-numbers',
      path: '/products',
      steps: `
        open New product
        fill Name: Numbers
        fill SKU: NUM
        fill Price: 1,234
        fill Cost: 1.2.3
        fill Stock: 1.5
        fill Reorder point: -1
        press Save`,
    },
    {
      name: 'product-without-stock',
      path: '/products',
      steps: `
        open New product
        fill Name: Delivery
        fill SKU: DEL
        fill Price: 4
        press Save`,
    },
    {
      name: 'product-created',
      path: '/products',
      steps: `
        open New product
        fill Name: Candle
        fill SKU: CAN
        fill Barcode: 96385074
        fill Price: 4.25
        fill Cost: 1.5
        fill Stock: 12
        fill Reorder point: 3
        press Save`,
    },
    {
      name: 'variant-created',
      path: `/products/${products.shirt}`,
      steps: `
        open New variant
        fill Name: Green, S
        fill SKU: SHIRT-GS
        fill Barcode: 4006381333948
        fill Price: 19.5
        fill Cost: 7
        fill Stock: 2
        press Save`,
    },
    { name: 'product-sku-taken', path: coffee, form: 'Details', steps: 'fill SKU: TEA\npress Save' },
    {
      name: 'product-changed',
      path: coffee,
      form: 'Details',
      steps: `
        fill Name: Coffee, dark
        fill Barcode:
        fill Price: 9
        fill Cost: 3.4
        fill Unit: sack
        fill Reorder point:
        fill Tax rate (%): 5
        fill Description:
        press Save`,
    },
    { name: 'product-deactivated', path: coffee, steps: 'press Deactivate' },
    { name: 'product-activated', path: coffee, steps: 'press Activate' },
    {
      name: 'adjust-counted',
      path: coffee,
      steps: `
        open Adjust Coffee, dark in Main warehouse
        fill Counted quantity: 25`,
    },
    {
      name: 'adjust-too-much',
      path: coffee,
      steps: `
        open Adjust Coffee, dark in Main warehouse
        tick Stock removed
        fill Quantity removed: 100
        press Adjust`,
    },
    {
      name: 'adjust-received',
      path: coffee,
      steps: `
        open Adjust Coffee, dark in Main warehouse
        tick Stock received
        fill Quantity received: 5
        fill Reason: Delivery
        press Adjust`,
    },
    {
      name: 'transfer-planned',
      path: coffee,
      steps: `
        open Transfer Coffee, dark from Store room
        choose To: Main warehouse
        fill Quantity: 4`,
    },
    {
      name: 'transfer-done',
      path: coffee,
      steps: `
        open Transfer Coffee, dark from Store room
        fill Quantity: 2
        fill Reason: For the harbour
        press Transfer`,
    },
    {
      name: 'products-changed',
      path: '/products',
      steps: `
        check Select Cheese
        check Select Figs
        open Edit…
        fill Price: 6.5
        fill Cost: 2
        fill Tax rate (%): 4
        fill Reorder point: 2
        press Save`,
    },
    {
      name: 'products-unchanged',
      path: '/products',
      steps: `
        check Select Cheese
        open Edit…
        press Save`,
    },
    {
      name: 'products-deleted',
      path: '/products',
      steps: `
        check Select Candle
        open Delete
        press Delete`,
    },
    {
      name: 'import-wrong',
      path: '/stock/import',
      steps: 'file sku,name,price,stock|PEN,Pen,1.5,20|,No SKU,x,1',
    },
  ]));

test('sends what the forms of customers and sales hold, and shows what the service says', () =>
  compareJourneys(office, 'forms-of-sales', [
    {
      name: 'customer-wrong',
      path: '/customers',
      steps: `
        open New customer
        fill Name: Ann
        fill Phone: 12
        fill E-mail: ann@nowhere
        press Save`,
    },
    {
      name: 'customer-created',
      path: '/customers',
      steps: `
        open New customer
        fill Name: Ann
        fill Phone: +12125550199
        fill E-mail: ann@example.com
        fill Address: 5 Oak Street
        press Save`,
    },
    {
      name: 'customer-changed',
      path: `/customers/${siti}`,
      steps: `
        fill Name: Siti Rahmawati
        fill E-mail:
        press Save`,
    },
    {
      name: 'points-too-many',
      path: `/customers/${siti}`,
      steps: `
        open Adjust points
        fill Points: -1000
        fill Reason: Lost
        press Save`,
    },
    {
      name: 'points-adjusted',
      path: `/customers/${siti}`,
      steps: `
        open Adjust points
        fill Points: 5
        fill Reason: A gift
        press Save`,
    },
    { name: 'refund-all', path: `/sales/${sales.split}`, steps: 'open Refund\npress Select all items' },
    {
      name: 'refund-without-stock',
      path: `/sales/${sales.split}`,
      steps: `
        open Refund
        fill Quantity of Cheese: 1
        tick Return to stock
        choose Refund to: Voucher`,
    },
    {
      name: 'payment-too-small',
      path: `/sales/${sales.parked}`,
      steps: `
        open Take payment
        fill Cash received: 5
        press Take payment`,
    },
    {
      name: 'payment-done',
      path: `/sales/${sales.parked}`,
      steps: `
        open Take payment
        fill Cash received: 10
        press Take payment`,
    },
    {
      name: 'void-done',
      path: `/sales/${sales.parked}`,
      steps: `
        open Void
        fill Reason: Wrong table
        press Void`,
    },
    { name: 'customer-erased', path: `/customers/${siti}`, steps: 'open Erase\npress Erase' },
  ]));
