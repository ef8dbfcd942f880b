import { randomBytes } from 'node:crypto';
import { call } from './call.ts';

/** A streamer with both codes. */
export interface BenchStreamer {
  username: string;
  donationCode: string;
  widgetCode: string;
}

const atOnce = 4;
/** Everybody's. */
export const benchPassword = 'for the bench';

/** Registers so many new streamers, a few at a time: each costs a password hash. */
export async function registerStreamers(url: string, count: number): Promise<BenchStreamer[]> {
  const streamers: BenchStreamer[] = [];
  while (streamers.length < count) {
    const size = Math.min(atOnce, count - streamers.length);
    streamers.push(...(await Promise.all(Array.from({ length: size }, () => registerOne(url)))));
  }
  return streamers;
}

async function registerOne(url: string): Promise<BenchStreamer> {
  const username = `b-${randomBytes(8).toString('hex')}`;
  const { token, donationLink } = await call(url, 'register', {
    body: { username, password: benchPassword },
  });
  const { linkCode } = await call(url, 'donationLink', { token });
  return { username, donationCode: donationLink, widgetCode: linkCode };
}
