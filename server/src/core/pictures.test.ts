import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressesBelow, isOwn, isPictureKey, newPictureKey, storedForm, withAddresses } from './pictures.ts';

test('a new key is the path of a picture, and no two are equal', () => {
  const [one, other] = [newPictureKey('png'), newPictureKey('png')];
  assert.match(one, /^images\/([0-9a-f]{2})\/\1[0-9a-f]{30}\.png$/);
  assert.notEqual(one, other);
  for (const extension of ['png', 'jpg', 'webp']) assert.ok(isPictureKey(newPictureKey(extension)));
  for (const wrong of ['images/ab/x.gif', 'images/x.png', 'images/a/b/x.png', 'other/ab/x.png', '/images/ab/x.png', ''])
    assert.ok(!isPictureKey(wrong), wrong);
});

test('stores an address of this service as a path, and any other one as it is', () => {
  const stored = (address: string, cdn_url = 'https://cdn.example/files/') => storedForm(address, cdn_url);
  for (const [address, path] of [
    ['https://cdn.example/files/images/ab/x.png', 'images/ab/x.png'],
    ['https://cdn.example/files/x.png?v=2#top', 'x.png?v=2#top'],
    ['HTTPS://CDN.example:443/files/x.png', 'x.png'],
  ] as const) {
    assert.equal(stored(address), path);
    assert.equal(stored(address, 'https://cdn.example/files'), path);
  }
  for (const address of [
    'https://cdn.example/files/',
    'https://cdn.example/files',
    'https://cdn.example/other/x.png',
    'https://cdn.example/filesx/y.png',
    'https://cdn.example/files/data:x',
    'http://cdn.example/files/x.png',
    'https://cdn.example:8443/files/x.png',
    'https://other.example/files/x.png',
    'https://me@cdn.example/files/x.png',
    'https://:secret@cdn.example/files/x.png',
    'no address',
  ])
    assert.equal(stored(address), address);
  assert.equal(stored('https://cdn.example/files/x.png', 'no address'), 'https://cdn.example/files/x.png');
});

test('shows a path below the address of files, which is asked for only then', () => {
  let asked = 0;
  const addressOf = addressesBelow(() => {
    asked += 1;
    return 'https://cdn.example';
  });
  assert.equal(addressOf('https://other.example/x.png'), 'https://other.example/x.png');
  assert.deepEqual(
    [isOwn('https://other.example/x.png'), isOwn('data:x'), isOwn('images/ab/x.png')],
    [false, false, true],
  );
  assert.equal(asked, 0);
  assert.equal(addressOf('images/ab/x.png'), 'https://cdn.example/images/ab/x.png');
  assert.equal(asked, 1);
});

test('converts the pictures of a record, and leaves other data as it is', () => {
  const addressOf = (image: string) => `https://cdn.example/${image}`;
  const record = { name: 'Tea', images: ['a.png', 'b.png'] };
  assert.deepEqual(withAddresses(record, addressOf), {
    name: 'Tea',
    images: ['https://cdn.example/a.png', 'https://cdn.example/b.png'],
  });
  assert.deepEqual(record.images, ['a.png', 'b.png']);
  assert.deepEqual(withAddresses({ images: [1, null] }, addressOf), { images: [1, null] });
  for (const data of [{ images: 'a.png' }, { name: 'Tea' }, null, 'a.png', 3])
    assert.deepEqual(withAddresses(data, addressOf), data);
});
