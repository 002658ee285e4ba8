import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeDevice, hashOfDevice, networkOf } from './session-rules.ts';

test('a network is the first 24 bits of IPv4 and the first 48 of IPv6, however the address is written', () => {
  const networks: [address: string, network: string][] = [
    ['203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1::6', '2001:db8:1::/48'],
    ['2001:db8::6', '2001:db8:0::/48'],
    ['2001::2:3:4:5:6:7', '2001:0:2::/48'],
    ['::1', '0:0:0::/48'],
    ['::', '0:0:0::/48'],
    ['fe80::', 'fe80:0:0::/48'],
  ];
  for (const [address, network] of networks) assert.equal(networkOf(address), network, address);
});

test('a device is a program in a network', () => {
  const same = hashOfDevice('Till/1', '203.0.113.7');
  assert.deepEqual(hashOfDevice('Till/1', '203.0.113.250'), same);
  assert.notDeepEqual(hashOfDevice('Till/1', '203.0.114.7'), same);
  assert.notDeepEqual(hashOfDevice('Till/2', '203.0.113.7'), same);
  assert.notDeepEqual(hashOfDevice(null, '203.0.113.7'), same);
});

test('describes a device by browser and system, or by the first word of its program', () => {
  const devices: [user_agent: string | null, shown: string | null][] = [
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 FxiOS/130.0', 'Firefox on iOS'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605 Version/18.0 Safari/605', 'Safari on macOS'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537 Chrome/140.0 Safari/537', 'Chrome on Linux'],
    ['Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537 Chrome/140.0 Safari/537', 'Chrome on ChromeOS'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/140.0 Mobile Safari/537', 'Chrome on Android'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537 Edg/140.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537 OPR/120.0', 'Opera on Windows'],
    ['Mozilla/5.0 Firefox/140.0', 'Firefox'],
    [' okhttp/4.12 (till) ', 'okhttp/4.12'],
    ['x'.repeat(100), 'x'.repeat(60)],
    [' ', null],
    [null, null],
  ];
  for (const [user_agent, shown] of devices) assert.equal(describeDevice(user_agent), shown, String(user_agent));
});
