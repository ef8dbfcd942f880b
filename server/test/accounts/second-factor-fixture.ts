import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { RouteReply } from '#contract/routes.ts';
import type { HttpFixture } from '#server/test/http-fixture.ts';

/** How long the app shows a code. */
export const stepMs = 30_000;

/** What a refusal is called; 'ok' for a success. */
export const codeOfReply = (reply: { json(): { code?: string } }): string => reply.json().code ?? 'ok';

/** What a streamer with an authenticator app asks a server. */
export function secondFactorOf(http: HttpFixture) {
  const post = (path: string, token: string, body?: object) => http.call('POST', path, body, token);
  return {
    post,
    exportKey: (token: string) => http.call('GET', '/users/export-key', undefined, token),
    stateOf: async (token: string): Promise<RouteReply<'secondFactor'>> =>
      (await http.call('GET', '/account/second-factor', undefined, token)).json(),
    begin: async (token: string): Promise<RouteReply<'beginSecondFactor'>> => {
      const reply = await post('/account/second-factor/begin', token);
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store']);
      return reply.json();
    },
    /** What the app shows, so many steps away from the server's clock. */
    codeOf: (secret: string, steps = 0): string =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: http.ports.clock.now().getTime() + steps * stepMs,
      }),
  };
}
