import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveLocally } from './serve-locally.ts';

/** Twitch's sign-in and its API for chat on a loopback address, answering as their documentation says. */
export interface TwitchServer {
  environment: { TWITCH_CLIENT_ID: string; TWITCH_API_URL: string; TWITCH_ID_URL: string };
  /** What stands in the chat. */
  messages: string[];
  /** The streamer types a code and allows what is asked for. */
  allow: (userCode: string) => void;
  /** The access tokens that are good end; refresh tokens go on. */
  expireTokens: () => void;
  /** The streamer takes the permission back at Twitch. */
  disconnect: () => void;
  /** Says why messages are dropped from now on; null: they are not. */
  drop: (reason: { code: string; message: string } | null) => void;
  /** How long the answer to a refresh takes. */
  slowRefresh: (ms: number) => void;
  /** How often something was asked. */
  count: (what: 'refresh' | 'validate' | 'revoke' | 'send' | 'badRefresh') => number;
  tokens: () => string[];
  close: () => Promise<void>;
}

const clientId = 'hof5gwx0su6owfnys0yan9c87zr6t';
const account = { login: 'kat_plays', user_id: '141981764' };
const scope = 'user:write:chat';

type Reply = (status: number, json: object, headers?: Record<string, string>) => void;

/** Starts it. Tokens are random; refresh tokens are good once, as those of public applications are. */
export async function startTwitch(): Promise<TwitchServer> {
  const access = new Set<string>();
  const refresh = new Set<string>();
  const issued: string[] = [];
  const codes = new Map<string, { userCode: string; isAllowed: boolean }>();
  const counts = { refresh: 0, validate: 0, revoke: 0, send: 0, badRefresh: 0 };
  const messages: string[] = [];
  let dropped: { code: string; message: string } | null = null;
  let refreshMs = 0;

  const issue = (reply: Reply): void => {
    const pair = { access_token: draw(15), refresh_token: draw(25) };
    access.add(pair.access_token);
    refresh.add(pair.refresh_token);
    issued.push(pair.access_token, pair.refresh_token);
    reply(200, { ...pair, expires_in: 14_124, scope: [scope], token_type: 'bearer' });
  };

  const grantToken = async (form: URLSearchParams, reply: Reply): Promise<void> => {
    if (form.get('client_id') !== clientId) return reply(400, { status: 400, message: 'invalid client' });
    if (form.get('grant_type') === 'refresh_token') {
      counts.refresh += 1;
      const isGood = refresh.delete(form.get('refresh_token') ?? '');
      if (!isGood) counts.badRefresh += 1;
      await sleep(refreshMs);
      return isGood ? issue(reply) : reply(400, { status: 400, message: 'Invalid refresh token' });
    }
    const known = codes.get(form.get('device_code') ?? '');
    if (known === undefined) return reply(400, { status: 400, message: 'invalid device code' });
    if (!known.isAllowed) return reply(400, { status: 400, message: 'authorization_pending' });
    codes.delete(form.get('device_code') ?? '');
    issue(reply);
  };

  const say = (request: IncomingMessage, body: string, reply: Reply): void => {
    counts.send += 1;
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!access.has(token) || request.headers['client-id'] !== clientId)
      return reply(401, { error: 'Unauthorized', status: 401, message: 'Invalid OAuth token' });
    const { broadcaster_id, sender_id, message } = JSON.parse(body) as Record<string, string>;
    if (broadcaster_id !== account.user_id || sender_id !== account.user_id || message === undefined)
      return reply(400, { error: 'Bad Request', status: 400, message: 'missing' });
    if (message.length > 500)
      return reply(422, { error: 'Unprocessable Entity', status: 422, message: 'too large' });
    if (dropped !== null)
      return reply(200, { data: [{ message_id: '', is_sent: false, drop_reason: dropped }] });
    messages.push(message);
    reply(200, { data: [{ message_id: draw(8), is_sent: true }] });
  };

  const answer = async (request: IncomingMessage, body: string, reply: Reply): Promise<void> => {
    const form = new URLSearchParams(body);
    if (request.url === '/oauth2/device') {
      if (form.get('client_id') !== clientId || form.get('scopes') !== scope)
        return reply(400, { status: 400, message: 'invalid client' });
      const device = { device_code: draw(20), user_code: draw(4).toUpperCase() };
      codes.set(device.device_code, { userCode: device.user_code, isAllowed: false });
      issued.push(device.device_code);
      const verification_uri = `https://www.twitch.tv/activate?device-code=${device.user_code}`;
      return reply(200, { ...device, expires_in: 1800, interval: 1, verification_uri });
    }
    if (request.url === '/oauth2/token') return await grantToken(form, reply);
    if (request.url === '/oauth2/validate') {
      counts.validate += 1;
      const token = /^OAuth (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      if (!access.has(token)) return reply(401, { status: 401, message: 'invalid access token' });
      return reply(200, { client_id: clientId, ...account, scopes: [scope], expires_in: 5000 });
    }
    if (request.url === '/oauth2/revoke') {
      counts.revoke += 1;
      return access.delete(form.get('token') ?? '')
        ? reply(200, {})
        : reply(400, { status: 400, message: 'Invalid token' });
    }
    if (request.url === '/helix/chat/messages') return say(request, body, reply);
    reply(404, { status: 404, message: 'not found' });
  };

  const server = createServer((request, response) => {
    void text(request).then((body) => answer(request, body, replyTo(response)));
  });
  const { origin: url, close } = await serveLocally(server);
  return {
    environment: { TWITCH_CLIENT_ID: clientId, TWITCH_API_URL: url, TWITCH_ID_URL: url },
    messages,
    allow(userCode) {
      for (const code of codes.values()) if (code.userCode === userCode) code.isAllowed = true;
    },
    expireTokens: () => access.clear(),
    disconnect() {
      access.clear();
      refresh.clear();
    },
    drop: (reason) => {
      dropped = reason;
    },
    slowRefresh: (ms) => {
      refreshMs = ms;
    },
    count: (what) => counts[what],
    tokens: () => issued,
    close,
  };
}

function replyTo(response: ServerResponse): Reply {
  return (status, json) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

function draw(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
