import { isIP } from 'node:net';
import { isUuid } from '#server/app/is-uuid.ts';

const names =
  'password|passphrase|secret|token|authorization|cookie|api[_-]?key|private[_-]?key|mnemonic|seed';
const namedField = new RegExp(`(?:${names})`, 'i');
/** `"password":"…"` in a text that is JSON itself, also where its end is missing, and `password=…`. */
const namedInJson = new RegExp(
  String.raw`(\\{0,9}"[\w-]{0,40}(?:${names})[\w-]{0,40}\\*"\s*:\s*)(?:\\*"(?:[^"\\]|\\+[^"\\])*(?:\\*")?|\[[^\]]*\]?|[\w.]+)`,
  'gi',
);
const namedInText = new RegExp(String.raw`\b((?:${names})=)[^\s"'\\,;&)]+`, 'gi');
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
/** Whoever signs in by an address, and whatever stands in a query. */
const urlSecrets = /\b([a-z][a-z+.-]{0,20}:\/\/)(?:[^\s/"'@\\]*@)?([^\s"'\\?#)]*)(?:\?[^\s"'\\)]*)?/gi;
/** Bytes as an array: nothing that we log is one. */
const byteArray = /\[\s*\d{1,3}(?:\s*,\s*\d{1,3}){15,}\s*\]/g;
/** A dozen plain words on end are a seed, not a sentence of ours. */
const seedWords = /\b[a-z]{3,8}(?:[ ,]+[a-z]{3,8}){11,}\b/g;
/** Keys, addresses, signatures, tokens and codes, in base58, base64, base32 and hex. */
const longRun = /[A-Za-z0-9_+/-][A-Za-z0-9_+/-]{22,}={0,2}/g;
const ipv4 = /\b(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}\b(?!\.\d)/g;
/** Taken whole and judged afterwards: a pattern of groups takes exponential time over some texts that are none. */
const hexWithColons = /(?<![\w:.])[\da-f:]{3,}(?![\w:]|\.\d)/gi;
/** That many are an address, or bytes that are written so. */
const colonsOfBytes = 5;
/** Of one text. A node may answer with megabytes of words; the longest stack of ours is shorter. */
const mostLetters = 8192;

/**
 * Takes out of a line of the log, JSON, what nobody should read there, wherever it came from: an error of the database,
 * the body of an answer, a stack.
 *
 * | what | stays |
 * |---|---|
 * | fields named password, token, secret, key, seed, cookie … | nothing |
 * | user and password in an address, everything after `?` | nothing |
 * | arrays of bytes, twelve or more plain words on end | nothing |
 * | keys, wallet addresses, signatures, tokens, codes (23 signs or more that are no words) | the first four |
 * | IP addresses other than this machine's | the first three numbers; of IPv6 the first three groups |
 *
 * Ids of rows and requests (UUIDs) stay: they open nothing, and an operator looks for them. Parts of a line may be a
 * stranger's words: of a long text the beginning stays, and every pattern takes time in proportion to it, so that no words
 * hold the process up.
 */
export function hideSecrets(line: string): string {
  try {
    return `${JSON.stringify(hideIn(JSON.parse(line)))}\n`;
  } catch {
    // Whoever writes something else than JSON does not get around it.
    return `${JSON.stringify({ msg: hideInText(beginningOf(line)) })}\n`;
  }
}

function hideIn(value: unknown): unknown {
  if (typeof value === 'string') return hideInText(beginningOf(value));
  if (Array.isArray(value)) return isBytes(value) ? '[bytes]' : value.map(hideIn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      hideInText(name),
      namedField.test(name) && field !== null ? '[hidden]' : hideIn(field),
    ]),
  );
}

/** Many small whole numbers on end: nothing that we log is like that, and keys are. */
function isBytes(value: readonly unknown[]): boolean {
  return (
    value.length >= 16 &&
    value.every((item) => Number.isInteger(item) && Number(item) >= 0 && Number(item) < 256)
  );
}

/** Ends between words: half a secret would not be seen to be one. */
function beginningOf(text: string): string {
  if (text.length <= mostLetters) return text;
  return `${text.slice(0, Math.max(text.lastIndexOf(' ', mostLetters), 0))} …`;
}

function hideInText(text: string): string {
  return text
    .replace(namedInJson, '$1"[hidden]"')
    .replace(bearer, '$1 [hidden]')
    .replace(namedInText, '$1[hidden]')
    .replace(urlSecrets, '$1$2')
    .replace(byteArray, '[bytes]')
    .replace(seedWords, '[words]')
    .replace(longRun, shorten)
    .replace(ipv4, (address, network: string) => (address.startsWith('127.') ? address : `${network}.x`))
    .replace(hexWithColons, shortenGroups);
}

/** Words of paths and names of code stay as they are: each of their parts is of one case, and none is long. */
function shorten(run: string): string {
  if (isUuid(run) || isName(run)) return run;
  return `${run.slice(0, 4)}…`;
}

function isName(run: string): boolean {
  const words = run.split(/[/_-]+|(?<=[a-z])(?=[A-Z])/);
  const areWords = words.every((word) => word.length < 18 && /^(?:[A-Z]?[a-z]*|[A-Z]*)\d{0,2}$/.test(word));
  return areWords && words.length <= run.length / 3;
}

/** An IPv6 address other than this machine's, and bytes with colons between them. A time of the day stays. */
function shortenGroups(run: string): string {
  const groups = run.split(':');
  const isAddress = isIP(run) === 6 && run !== '::1';
  return isAddress || groups.length > colonsOfBytes ? `${groups.slice(0, 3).join(':')}:…` : run;
}
