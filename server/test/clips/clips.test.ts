import { readdir, rm } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { problemBody } from '#server/http/bare-http-fixture.ts';
import { findFfmpeg } from '#server/media/normalise/normalise-clip.ts';
import { wavHead } from '#server/media/wav-head.ts';
import { formOf, upload, uploadTone } from '#server/test/clip-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { toneWav } from '#server/test/tone-wav.ts';
import {
  acknowledgeAll,
  call,
  cardsOf,
  openOverlay,
  registerStreamer,
  request,
  until,
} from '#server/test/test-client.ts';
import { quickPace, startTestServer } from '#server/test/test-server.ts';

const server = forFile(startTestServer);

const hourMs = 3_600_000;
const files = () => readdir(`${server.dataDir}/clips`);

describe('a clip', () => {
  test('goes from the uploader to the stream, can be heard in any part, and is gone after a day', async () => {
    const streamer = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    acknowledgeAll(overlay, quickPace.cardMs);
    const bytes = toneWav(1.5);
    const uploaded = await upload(server.url, formOf(bytes, { name: 'C:\\me\\hello\u202egnp.wav' }));
    expect(uploaded).toMatchObject({
      status: 201,
      body: { originalName: 'hellognp.wav', size: bytes.length, duration: 1.5 },
    });
    const { fileName = '', url = '' } = uploaded.body;
    expect(url).toBe(`/clips/${fileName}`);

    const body = { linkCode: streamer.donationLink, audioFileName: fileName, audioDuration: 999 };
    const created = await call(server.url, 'createDonation', { body });
    expect(created.hasAudio).toBe(true);
    await call(server.url, 'sandboxPay', { body: { donationId: created.id } });
    await until(() => expect(cardsOf(overlay)).toHaveLength(1));
    const media = { mediaUrl: url, mediaDuration: 1.5 };
    expect(cardsOf(overlay)[0]).toMatchObject({ ...media, mediaType: 'audio' });
    const byId = { params: { id: created.id } };
    expect(await call(server.url, 'donationStatus', byId)).toMatchObject({ mediaUrl: url });
    expect(await call(server.url, 'publicDonation', byId)).toMatchObject({ hasAudio: true, mediaUrl: url });
    const list = () => call(server.url, 'myDonations', { token: streamer.token });
    expect((await list()).data[0]).toMatchObject(media);

    const part = await fetch(`${server.url}${url}`, { headers: { range: 'bytes=0-3' } });
    expect(part.status).toBe(206);
    expect(await part.text()).toHaveLength(4);

    server.passTime(23 * hourMs);
    expect((await fetch(`${server.url}${url}`)).status).toBe(200);
    server.passTime(hourMs);
    expect((await fetch(`${server.url}${url}`)).status).toBe(404);
    await until(async () => expect(await files()).not.toContain(fileName));
    await until(async () =>
      expect(await call(server.url, 'donationStatus', byId)).toMatchObject({ mediaUrl: null }),
    );
    expect(await call(server.url, 'publicDonation', byId)).toMatchObject({ hasAudio: true, mediaUrl: null });
    expect((await list()).data[0]).toMatchObject({ mediaUrl: null, mediaDuration: null });
  });

  test('that no donation claims is gone after an hour', async () => {
    const { fileName, url } = await uploadTone(server.url);
    expect((await fetch(`${server.url}${url}`)).status).toBe(200);
    server.passTime(hourMs);
    await until(async () => expect(await files()).not.toContain(fileName));
    const { donationLink } = await registerStreamer(server.url);
    const late = await request(server.url, 'createDonation', {
      body: { linkCode: donationLink, audioFileName: fileName },
    });
    expect(late).toMatchObject({ status: 400, body: { code: 'clip_not_found' } });
  });

  test('belongs to one donation: of 100 that claim it at once, one gets it', async () => {
    const { fileName } = await uploadTone(server.url);
    const streamers = await Promise.all([1, 2, 3, 4].map(() => registerStreamer(server.url)));
    const claims = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        request(server.url, 'createDonation', {
          body: { linkCode: streamers[at % 4]?.donationLink, message: `${at}`, audioFileName: fileName },
        }),
      ),
    );
    expect(claims.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(claims.filter(({ status }) => status !== 201)).toHaveLength(99);
    for (const { body } of claims.filter(({ status }) => status !== 201))
      expect(body).toMatchObject({ code: 'clip_not_found' });
  });

  test.each(['../../etc/passwd', 'a.mp3', `${'a'.repeat(26)}.mp3`, `${'a'.repeat(26)}.mp3/..`, 'incoming'])(
    'under a name that we did not give is not found: %j',
    async (name) => {
      const { donationLink } = await registerStreamer(server.url);
      const claim = { linkCode: donationLink, audioFileName: name };
      expect(await request(server.url, 'createDonation', { body: claim })).toMatchObject({ status: 400 });
      for (const path of [encodeURIComponent(name), name.replaceAll('/', '%2f'), name]) {
        const reply = await fetch(`${server.url}/clips/${path}`);
        expect(reply.status).toBe(404);
      }
    },
  );
});

describe.skipIf((await findFfmpeg()) === null)('a clip in which nothing can be heard', () => {
  test('is refused in words and leaves nothing', async () => {
    const before = await files();
    const silence = Buffer.alloc(16_000);
    const head = wavHead({ rate: 8000, channels: 1, length: silence.length });
    expect(await upload(server.url, formOf(Buffer.concat([head, silence])))).toEqual({
      status: 400,
      body: problemBody('audio_silent'),
    });
    expect(await files()).toEqual(before);
  });
});

describe('where clips are switched off', () => {
  test('the page says so, and uploads are refused in words', async () => {
    const closed = await startTestServer({ environment: { CLIPS: 'off' } });
    onTestFinished(() => closed.stop());
    const { donationLink } = await registerStreamer(closed.url);
    const params = { linkCode: donationLink };
    expect(await call(closed.url, 'donationPage', { params })).toMatchObject({ acceptsClips: false });
    expect(await upload(closed.url, formOf(toneWav(1)))).toMatchObject({
      status: 404,
      body: { code: 'uploads_closed' },
    });
  });
});

test('a clip whose file is missing is not found, so that the default sound plays', async () => {
  const { fileName, url } = await uploadTone(server.url);
  await rm(`${server.dataDir}/clips/${fileName}`);
  expect((await fetch(`${server.url}${url}`)).status).toBe(404);
});
