import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addStored, emptyCustomerPlan, type PutFields, type PutInput, planCustomer } from './put-rules.ts';

const ada = { id: 'a', name: 'Ada', email: 'Ada@example.com', phone: null, address: null };
const bob = { id: 'b', name: 'Bob', email: null, phone: '+4912345678', address: 'Here' };
const twin = { ...bob, id: 't' };

const planOf = (...rows: (PutFields & { id: string })[]) => {
  const plan = emptyCustomerPlan<PutFields & { id: string }>();
  addStored(plan, rows);
  return plan;
};

test('finds a customer by e-mail in any case, or by phone, and keeps what the file leaves out', () => {
  const plan = planOf(ada, bob);
  const found = planCustomer(plan, { name: 'Ada L.', email: 'ada@EXAMPLE.com', phone: '+491111111', points: 5n });
  assert.deepEqual([found.stored?.id, found.points, found.is_changed], ['a', 0n, true]);
  assert.equal(planCustomer(plan, { phone: '+4912345678' }).is_changed, false);
  assert.equal(planCustomer(plan, { phone: '+491111111' }), found, 'a later row finds what an earlier one gave');
});

test('makes a new customer, named by e-mail or phone if there is no name', () => {
  const plan = planOf(ada);
  const made = planCustomer(plan, { email: 'new@example.com', points: 7n });
  assert.deepEqual([made.stored, made.fields.name, made.points], [undefined, 'new@example.com', 7n]);
  assert.equal(planCustomer(plan, { name: 'New', email: 'new@example.com' }), made);
  assert.throws(() => planCustomer(plan, { address: 'There' }));
});

test('rejects what belongs to several customers, or to two different ones', () => {
  const plan = planOf(ada, bob, twin);
  assert.throws(() => planCustomer(plan, { phone: '+4912345678' }), /Several/);
  const two = planOf(ada, bob);
  assert.throws(() => planCustomer(two, { email: 'ada@example.com', phone: '+4912345678' }), /Another/);
  assert.equal(two.customers.size, 0);
});

const faultOf = (rows: (PutFields & { id: string })[], input: PutInput): string => {
  const plan = planOf(...rows);
  try {
    return planCustomer(plan, input).stored?.id ?? 'new';
  } catch (error) {
    assert.equal(plan.customers.size, 0);
    return (error as Error).message;
  }
};

test('a phone number finds no customer with another name or e-mail', () => {
  const [phone, another] = ['+4912345678', 'has this phone number'];
  const ann = { ...bob, id: 'n', name: 'Ann', email: 'ann@example.com' };
  const unnamed = { ...bob, id: 'u', name: phone };
  assert.equal(faultOf([bob], { name: 'Eve', phone }), `A customer with another name ${another}`);
  assert.equal(
    faultOf([bob], { name: 'Eve', email: 'eve@example.com', phone }),
    `A customer with another name ${another}`,
  );
  assert.equal(faultOf([ann], { email: 'bob@example.com', phone }), `A customer with another e-mail ${another}`);
  assert.equal(faultOf([bob], { name: ' bob ', email: 'bob@example.com', phone }), 'b');
  assert.equal(faultOf([unnamed], { name: 'Eve', phone }), 'u');
  assert.equal(faultOf([ann], { phone }), 'n');
});

test('of several customers with a phone number, the one with the name or e-mail of the row is meant', () => {
  const phone = '+4912345678';
  const ann = { ...bob, id: 'n', name: 'Ann', email: 'ann@example.com' };
  assert.equal(faultOf([bob, ann], { name: 'Bob', phone }), 'b');
  assert.equal(faultOf([bob, ann], { name: 'Annie', email: 'ann@example.com', phone }), 'n');
  assert.equal(faultOf([bob, ann], { name: 'Eve', phone }), 'A customer with another name has this phone number');
  assert.equal(faultOf([bob, twin], { name: 'Bob', phone }), 'Several customers have this phone number');
});

test('a number that an earlier row took from a customer is free for a later one', () => {
  const ann = { ...bob, id: 'n', name: 'Ann', email: 'ann@example.com' };
  const plan = planOf(ann);
  planCustomer(plan, { email: 'ann@example.com', phone: '+499999999' });
  assert.equal(planCustomer(plan, { name: 'Eve', phone: '+4912345678' }).stored, undefined);
});
