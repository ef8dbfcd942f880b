import { expect, test } from 'vitest';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, request, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

const server = forFile(startTestServer);

test('channels that a streamer names stand on the donation page, and nothing else is taken for one', async () => {
  const { url } = server;
  const { token, donationLink: linkCode } = await registerStreamer(url);
  const page = () => call(url, 'donationPage', { params: { linkCode } });
  const set = (channels: unknown) => request(url, 'changeAccount', { token, body: { channels } });
  expect(await page()).not.toHaveProperty('channels');
  const channels = ['https://twitch.tv/kat', 'https://kat.example/links'];
  expect(await set([...channels, channels[0]])).toMatchObject({ status: 200, body: { channels } });
  await until(async () => expect((await page()).channels).toEqual(channels));

  const form = 'This is not a link to a channel or a site';
  for (const [refused, message] of [
    [['twitch.tv/kat'], form],
    [['http://twitch.tv/kat'], form],
    [['javascript:alert(1)'], form],
    [['https://twitch.tv@evil.example/kat'], form],
    [['https://kat.example/?next=//evil.example'], form],
    [[`https://kat.example/${'a'.repeat(200)}`], form],
    [
      Array.from({ length: 6 }, (_, place) => `https://kat${place}.example`),
      'There can be at most 5 channels',
    ],
  ] as const)
    expect(await set(refused)).toMatchObject({ status: 400, body: { code: 'invalid_request', message } });
  expect((await page()).channels).toEqual(channels);
  expect(await set([])).toMatchObject({ status: 200, body: { channels: [] } });
  await until(async () => expect(await page()).not.toHaveProperty('channels'));
});
