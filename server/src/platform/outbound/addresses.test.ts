import assert from 'node:assert/strict';
import { test } from 'node:test';
import { literalOf, reachability } from './addresses.ts';

const internet = reachability([]);

test('allows public addresses', () => {
  for (const address of ['8.8.8.8', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '2a00:1450::1'])
    assert.ok(internet(address), address);
});

test('rejects private, local, metadata and multicast addresses in any spelling', () => {
  const privateAddresses = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
  ];
  const others = [
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
  ];
  const disguised = [
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
  ];
  for (const address of [...privateAddresses, ...others, ...disguised, 'localhost', ''])
    assert.ok(!internet(address), address);
});

test('finds addresses in every spelling of a URL', () => {
  for (const url of [
    'http://127.1',
    'http://0x7f000001',
    'http://2130706433',
    'http://0177.0.0.1',
    'http://[::1]',
    'http://[::ffff:7f00:1]',
  ]) {
    const literal = literalOf(new URL(url));
    assert.ok(literal !== undefined && !internet(literal), url);
  }
  assert.equal(literalOf(new URL('http://example.com')), undefined);
});

test('allows only the private networks that the operator configured', () => {
  const withPrivate = reachability(['10.0.0.0/8', 'fd00::/8']);
  for (const address of ['10.255.0.1', '::ffff:10.0.0.1', 'fd12::1', '8.8.8.8'])
    assert.ok(withPrivate(address), address);
  for (const address of ['127.0.0.1', '192.168.0.1', 'fe80::1']) assert.ok(!withPrivate(address), address);
});
