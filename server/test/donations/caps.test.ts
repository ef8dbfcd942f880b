import { describe, expect, test } from 'vitest';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, request, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

const server = forFile(() =>
  startTestServer({
    environment: { OPEN_DONATIONS_PER_LINK: '3', OPEN_DONATIONS_PER_ADDRESS: '5' },
  }),
);

const create = (linkCode: string) => request(server.url, 'createDonation', { body: { linkCode } });

describe('open donations', () => {
  test('are capped per link, exactly, however many are asked for at once, and a paid one makes room', async () => {
    const streamer = await registerStreamer(server.url);
    const replies = await Promise.all(Array.from({ length: 12 }, () => create(streamer.donationLink)));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(3);
    expect(replies.find((reply) => reply.status !== 201)).toMatchObject({
      status: 429,
      body: { code: 'too_many_open_donations' },
    });
    const first = replies.find((reply) => reply.status === 201)?.body as { id: string };
    await call(server.url, 'sandboxPay', { body: { donationId: first.id } });
    await until(async () => expect((await create(streamer.donationLink)).status).toBe(201));
  });

  test('are capped per donor’s address over all links', async () => {
    const streamers = await Promise.all(Array.from({ length: 4 }, () => registerStreamer(server.url)));
    const statuses: number[] = [];
    for (const streamer of streamers) statuses.push((await create(streamer.donationLink)).status);
    expect(statuses).toEqual([201, 201, 429, 429]);
  });
});
