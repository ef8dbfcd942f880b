import { describe, expect, it } from 'vitest';
import { readChannel } from './channels.ts';

describe('a channel', () => {
  it.each([
    ['twitch.tv/kat', 'https://twitch.tv/kat'],
    [' https://www.twitch.tv/Kat_1/ ', 'https://twitch.tv/Kat_1'],
    ['http://m.youtube.com/@kat.live?si=abc', 'https://youtube.com/@kat.live'],
    [`youtube.com/channel/UC${'a'.repeat(22)}`, `https://youtube.com/channel/UC${'a'.repeat(22)}`],
    ['kick.com/kat-live', 'https://kick.com/kat-live'],
    ['https://twitter.com/kat#top', 'https://x.com/kat'],
    ['KAT.example', 'https://kat.example'],
    ['kat.example/links/', 'https://kat.example/links'],
    ['www.kat.example', 'https://www.kat.example'],
    ['m.kat.example/x', 'https://m.kat.example/x'],
    ['youtube.com/c/KatLive', 'https://youtube.com/c/KatLive'],
    ['youtube.com/user/kat', 'https://youtube.com/user/kat'],
  ])('is read from %s', (typed, channel) => {
    expect(readChannel(typed)).toBe(channel);
    expect(readChannel(channel)).toBe(channel);
  });

  it('shows letters that look like others for what they are', () => {
    expect(readChannel('https://twіtch.tv/kat')).toBe('https://xn--twtch-o2e.tv/kat');
  });

  it.each([
    '',
    'kat',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://twitch.tv@evil.example/kat',
    'https://user:word@kat.example',
    'https://kat.example:8443',
    'http://127.0.0.1/kat',
    'http://[::1]/',
    'localhost/kat',
    'ftp://kat.example',
    'twitch.tv',
    'twitch.tv/kat/videos',
    'twitch.tv/directory',
    'x.com/home',
    'kick.com/browse',
    'bit.ly/kat',
    'https://youtu.be/abcdef',
    'kat.example/?u=1',
    'twitch.tv/<b>kat</b>',
    'kat.example/%E2%80%AEkat',
    'kat.example/"onclick="x',
    'kat.example/../..//x',
    `kat.example/${'a'.repeat(120)}`,
  ])('is not %s', (typed) => expect(readChannel(typed)).toBeNull());
});
