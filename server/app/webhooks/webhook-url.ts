import { isIP } from 'node:net';
import { Problem } from '#contract/problem.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';
import type { WebhookRules } from './webhook-ports.ts';

/** Names that never mean a machine on the internet (RFC 6761, 6762, 7686, 8375, 9476 and the usual names of networks). */
const innerNames = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'home.arpa',
  'arpa',
  'onion',
  'alt',
  'invalid',
  'test',
];
const firstFreePort = 1024;

/**
 * The URL of a webhook in its one written form: parsed as browsers do, so that whatever way a number of an address is
 * written in, it is judged as what it means. Throws `Problem('webhook_url_refused')`. Where its name leads to is judged
 * at every connection.
 */
export function readWebhookUrl(text: string, rules: WebhookRules): string {
  if (!URL.canParse(text)) throw new Problem('webhook_url_refused');
  const url = new URL(text);
  url.hash = '';
  if (!isAllowedUrl(url, rules) || url.href.length > 2000) throw new Problem('webhook_url_refused');
  return url.href;
}

/** Whether the server sends there at all; asked when it is written down and before each message. */
export function isAllowedUrl(url: URL, rules: WebhookRules): boolean {
  if (url.username !== '' || url.password !== '' || isOwn(url, rules)) return false;
  const host = bareHost(url);
  if (rules.mayReachLoopback && isLoopbackName(host)) return /^https?:$/.test(url.protocol);
  if (url.protocol !== 'https:') return false;
  if (url.port !== '' && Number(url.port) < firstFreePort) return false;
  return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
}

/** The host of a URL without the brackets of IPv6 and without a dot at its end. */
function bareHost(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

/** A name or address that means this machine without asking anybody. */
export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}

function isPublicName(host: string): boolean {
  const isInner = innerNames.some((name) => host === name || host.endsWith(`.${name}`));
  return !isInner && /^(?=.{4,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9-]{2,63}$/.test(host);
}

/** Ours is the whole host on the internet; on loopback, where everything has one host, it is the port. */
function isOwn(url: URL, { publicUrl, mayReachLoopback }: WebhookRules): boolean {
  const own = new URL(publicUrl);
  if (!mayReachLoopback) return bareHost(url) === bareHost(own);
  return isLoopbackName(bareHost(url)) && portOf(url) === portOf(own);
}

function portOf({ port, protocol }: URL): string {
  if (port !== '') return port;
  return protocol === 'https:' ? '443' : '80';
}
