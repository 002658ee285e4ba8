/** What the demo shop sells: [SKU, name, category, price in dollars, cost in dollars, how often it is asked for]. */
export const goods = [
  ['COF-ESP', 'Espresso beans 250 g', 'Coffee', 9.5, 4.1, 9],
  ['COF-FIL', 'Filter coffee 250 g', 'Coffee', 8.5, 3.8, 7],
  ['COF-DEC', 'Decaf beans 250 g', 'Coffee', 10, 4.6, 3],
  ['COF-1KG', 'Espresso beans 1 kg', 'Coffee', 32, 14.5, 3],
  ['CUP-ESP', 'Cup of espresso', 'Drinks', 2.5, 0.4, 16],
  ['CUP-CAP', 'Cappuccino', 'Drinks', 3.5, 0.7, 18],
  ['CUP-FLA', 'Flat white', 'Drinks', 4, 0.8, 12],
  ['CUP-TEA', 'Pot of tea', 'Drinks', 3, 0.3, 7],
  ['CUP-CHO', 'Hot chocolate', 'Drinks', 4, 0.9, 5],
  ['TEA-GRN', 'Green tea 100 g', 'Tea', 7.5, 2.9, 4],
  ['TEA-BLK', 'Black tea 100 g', 'Tea', 6.5, 2.4, 4],
  ['TEA-CHA', 'Chai 100 g', 'Tea', 7, 2.7, 3],
  ['BAK-CRO', 'Croissant', 'Bakery', 2.2, 0.7, 14],
  ['BAK-BAN', 'Banana bread', 'Bakery', 3.2, 1, 8],
  ['BAK-CIN', 'Cinnamon roll', 'Bakery', 3, 0.9, 9],
  ['BAK-SOU', 'Sourdough loaf', 'Bakery', 5.5, 1.9, 5],
  ['MUG-WHT', 'White mug', 'Kitchen', 12, 4.2, 2],
  ['MUG-BLU', 'Blue mug', 'Kitchen', 14, 4.9, 2],
  ['POT-FRE', 'French press', 'Kitchen', 34, 15, 1],
  ['POT-MOK', 'Moka pot', 'Kitchen', 39, 18, 1],
  ['GRI-HND', 'Hand grinder', 'Kitchen', 59, 29, 1],
  ['FIL-100', 'Paper filters, 100', 'Kitchen', 4.5, 1.2, 4],
] as const;

export const customers = ['Ana Pratiwi', 'Ben Carter', 'Chloe Martin', 'Dewi Lestari', 'Emil Novak'];
