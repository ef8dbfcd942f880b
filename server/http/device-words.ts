/** Browsers by the mark in their User-Agent, each before those whose mark it carries too. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bOBS\//, 'OBS'],
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

/** Systems by their mark, each before those whose mark it carries too. */
const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** Far longer than any browser's, short enough to be read at once. */
const mostRead = 512;

/**
 * Browser and system of a User-Agent header in words that a person knows: 'Firefox on Windows', or the one of them that
 * is known. Null when neither is. Only these words are ever kept, so nothing of the header gets any further.
 */
export function deviceWords(userAgent: string | undefined): string | null {
  const header = (userAgent ?? '').slice(0, mostRead);
  const found = [nameIn(browsers, header), nameIn(systems, header)].filter((name) => name !== null);
  return found.length === 0 ? null : found.join(' on ');
}

function nameIn(table: typeof browsers, header: string): string | null {
  return table.find(([mark]) => mark.test(header))?.[1] ?? null;
}
