/** Where a reply goes: path and host as the client asked for them. */
export interface Audience {
  publicUrl: string;
  path: string;
  host: string;
}

/** Paths whose headers have something of their own. */
const specialSections = ['/clips/', '/widget/', '/donate/'] as const;
const plainHost = /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i;

/**
 * The security headers of every reply, errors included.
 *
 * Nothing may be loaded from elsewhere and nothing inline may run; DOM sinks take no strings (Trusted Types without any
 * policy). Only the widget may be embedded, because streaming tools show it inside pages of their own.
 */
export function securityHeaders(audience: Audience): Record<string, string> {
  const isHttps = audience.publicUrl.startsWith('https:');
  return {
    'content-security-policy': contentSecurityPolicy(audience),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(audience),
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** Hosts are whatever clients say: what is remembered of them is bounded. */
const mostHosts = 64;

/**
 * The same, made once for each host and kind of path: the replies of one site hardly differ. What is returned is shared;
 * nobody may change it.
 */
export function rememberSecurityHeaders(
  publicUrl: string,
): (path: string, host: string) => Readonly<Record<string, string>> {
  const known = new Map<string, Map<string, Readonly<Record<string, string>>>>();
  return (path, host) => {
    const kind = kindOf(path);
    const ofHost = known.get(host) ?? new Map<string, Readonly<Record<string, string>>>();
    const remembered = ofHost.get(kind);
    if (remembered !== undefined) return remembered;
    const made = securityHeaders({ publicUrl, path, host });
    if (known.size < mostHosts || known.has(host)) known.set(host, ofHost.set(kind, made));
    return made;
  };
}

/** Paths of one kind have the same headers. */
function kindOf(path: string): string {
  if (path.startsWith('/api/')) return 'api';
  const section = specialSections.find((prefix) => path.startsWith(prefix));
  return section ?? (waysToDashboard.test(path) ? 'dashboard' : 'other');
}

/** No page may use a device, but for the microphone on a donation page, where a donor may record a clip. */
function permissionsPolicy({ path }: Audience): string {
  const microphone = path.startsWith('/donate/') ? '(self)' : '()';
  return `camera=(), display-capture=(), geolocation=(), microphone=${microphone}, payment=(), usb=()`;
}

function contentSecurityPolicy({ path, host, publicUrl }: Audience): string {
  // A donor's file: opened by itself it may do nothing at all. Players on our pages are not bound by it.
  if (path.startsWith('/clips/')) return "sandbox; default-src 'none'";
  const isWidget = path.startsWith('/widget/');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self'${socketSources(host, publicUrl)}${obsSources(path)}`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isWidget ? '*' : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Sockets of the same host by name: older browsers do not count them as 'self'. A host of odd form names none. */
function socketSources(host: string, publicUrl: string): string {
  if (!plainHost.test(host)) return '';
  return publicUrl.startsWith('https:') ? ` wss://${host}` : ` ws://${host} wss://${host}`;
}

/** Pages from which a streamer comes to the dashboard without another page load: its policy is that of the first page. */
const waysToDashboard = /^\/(?:app|login|register|guide)(?:[/?]|$)/;

/** OBS on the streamer's own computer, by obs-websocket, at whatever port. Donors' pages and widgets never reach it. */
function obsSources(path: string): string {
  return waysToDashboard.test(path) ? ' ws://127.0.0.1:* ws://localhost:*' : '';
}
