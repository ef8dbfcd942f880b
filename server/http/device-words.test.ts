import { expect, it } from 'vitest';
import { deviceWords } from './device-words.ts';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const chrome = `${webkit} Chrome/142.0.0.0`;
const windows = '(Windows NT 10.0; Win64; x64)';
const mac = '(Macintosh; Intel Mac OS X 10_15_7)';
const iphone = '(iPhone; CPU iPhone OS 18_5 like Mac OS X)';

it.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox on Windows'],
  [`${mozilla} ${windows} ${chrome} Safari/537.36`, 'Chrome on Windows'],
  [`${mozilla} ${windows} ${chrome} Safari/537.36 Edg/142.0.0.0`, 'Edge on Windows'],
  [`${mozilla} ${mac} ${chrome} Safari/537.36 OPR/124.0.0.0`, 'Opera on macOS'],
  [
    `${mozilla} ${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    `${mozilla} ${iphone} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `${mozilla} ${iphone} AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [`${mozilla} (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `${mozilla} (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${chrome} Safari/537.36`, 'Chrome on ChromeOS'],
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
  [`${mozilla} ${windows} ${webkit} Chrome/127.0.0.0 Safari/537.36 OBS/31.0.0`, 'OBS on Windows'],
  ['curl/8.5.0', 'curl'],
])('says browser and system in words a person knows: %s', (header, words) => {
  expect(deviceWords(header)).toBe(words);
});

it.each([undefined, '', 'node', '<script>alert(1)</script>', `${'x'.repeat(5000)} Firefox/1 Windows`])(
  'says nothing about what it does not know: %s',
  (header) => {
    expect(deviceWords(header)).toBeNull();
  },
);
