import { base58 } from '@scure/base';

/** What must be nowhere: a name for people, and its bytes. A text is its UTF-8 bytes. */
export interface KnownSecret {
  name: string;
  bytes: Uint8Array;
  isText: boolean;
}

/** A place that is searched. */
export interface Haystack {
  name: string;
  content: Buffer;
}

/** A text as a secret. */
export const secretText = (name: string, text: string): KnownSecret => ({
  name,
  bytes: Buffer.from(text),
  isText: true,
});

/** Bytes as a secret. */
export const secretBytes = (name: string, bytes: Uint8Array): KnownSecret => ({ name, bytes, isText: false });

/** Every form in which a secret could lie somewhere, by the name of the form. */
export function formsOf({ bytes: given, isText }: KnownSecret): Map<string, Buffer> {
  const bytes = Buffer.from(given);
  const hex = bytes.toString('hex');
  const forms: Record<string, string> = {
    base58: base58.encode(bytes),
    'hex in small letters': hex,
    'hex in capitals': hex.toUpperCase(),
    'hex as Node prints a buffer': hex.replaceAll(/..(?!$)/g, '$& '),
    'JSON numbers': [...bytes].join(','),
    'numbers as people write them': [...bytes].join(', '),
    ...(isText && { 'part of an address': encodeURIComponent(bytes.toString()) }),
  };
  // Inside something longer the same bytes have three forms, by where they begin; the ends depend on the neighbours.
  for (const shift of [0, 1, 2]) {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    const whole = shifted.subarray(0, shifted.length - (shifted.length % 3));
    forms[`base64, shifted by ${shift}`] = whole.toString('base64').slice(shift === 0 ? 0 : 4);
    forms[`base64url, shifted by ${shift}`] = whole.toString('base64url').slice(shift === 0 ? 0 : 4);
  }
  const list = Object.entries(forms).map(([name, text]) => [name, Buffer.from(text)] as const);
  return new Map([['raw', bytes], ...list]);
}

/** Where secrets were found, in words; empty when nowhere. */
export function findSecrets(secrets: readonly KnownSecret[], haystacks: readonly Haystack[]): string[] {
  return secrets.flatMap((secret) =>
    [...formsOf(secret)].flatMap(([form, needle]) =>
      haystacks
        .filter(({ content }) => content.includes(needle))
        .map((haystack) => `${secret.name} (${form}) in ${haystack.name}`),
    ),
  );
}
