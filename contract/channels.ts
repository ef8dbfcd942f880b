/** So many channels a streamer may name. */
export const mostChannels = 5;

/** What stands behind the host of a platform: the account, and nothing else. */
const accountOf: Record<string, RegExp> = {
  'twitch.tv': /^(?!(?:directory|downloads|search|settings|store|turbo|videos)$)\w{3,25}$/,
  'youtube.com': /^(?:@[\w.-]{3,30}|channel\/UC[\w-]{22}|(?:c|user)\/[\w.-]{1,40})$/,
  'kick.com': /^(?!(?:browse|categories|category|search)$)[\w-]{3,25}$/,
  'x.com':
    /^(?!(?:compose|explore|home|i|intent|login|messages|notifications|search|settings|share)$)\w{1,15}$/,
};

/** Where these lead nobody sees before. */
const shorteners = new Set(
  'bit.ly buff.ly cutt.ly goo.gl is.gd ow.ly rb.gy s.id shorturl.at t.co t.ly tiny.cc tinyurl.com youtu.be'.split(
    ' ',
  ),
);

/** Letters that look like others are there in ASCII alone (xn--), and addresses in figures are none. */
const publicHost = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,24}|xn--[a-z0-9-]{2,40})$/;
const plainPath = /^(?:[\w.~@-]+(?:\/[\w.~@-]+)*)?$/;

/**
 * The one way to write a link to a streamer's channel or own site, `https://twitch.tv/kat`, from what was typed or pasted,
 * with or without scheme, on platforms without `www.` and what trackers hang on; null for what is none. It says where it leads:
 * no user, no port, no search, no shortened address, no letters of other scripts that look like ours.
 */
export function readChannel(typed: string): string | null {
  const text = typed.trim();
  const url = parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '') return null;
  const platform = url.hostname.replace(/^(?:www|m|mobile)\./, '').replace(/^twitter\.com$/, 'x.com');
  const account = accountOf[platform];
  const host = account === undefined ? url.hostname : platform;
  const path = url.pathname.replace(/^\/|\/$/g, '');
  if (account === undefined && (url.search !== '' || shorteners.has(host))) return null;
  if (!publicHost.test(host) || !(account ?? plainPath).test(path)) return null;
  const channel = `https://${host}${path === '' ? '' : `/${path}`}`;
  return channel.length > 120 ? null : channel;
}

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
