import { expect, it } from 'vitest';
import { fileRefusal, isTooLong, sizeText, uploadAnnouncement } from './clip-file.ts';

const file = (name: string, type = '', size = 1000) => ({ name, type, size });

it('takes the five types by the name’s end or by the browser’s type', () => {
  for (const name of ['a.mp3', 'a.WAV', 'my song.ogg', 'a.b.m4a', 'a.webm']) {
    expect(fileRefusal(file(name)), name).toBeNull();
  }
  expect(fileRefusal(file('recording', 'audio/webm;codecs=opus'))).toBeNull();
  expect(fileRefusal(file('voice.oga', 'audio/ogg'))).toBeNull();
});

it('refuses what says that it is something else, and leaves the unnamed to the server', () => {
  const words = 'This is not an mp3, wav, ogg, m4a or webm audio file.';
  expect(fileRefusal(file('cat.png', 'image/png'))).toBe(words);
  expect(fileRefusal(file('song.flac', 'audio/flac'))).toBe(words);
  expect(fileRefusal(file('picture', 'image/png'))).toBe(words);
  expect(fileRefusal(file('1000012345'))).toBeNull();
});

it('refuses more than 5 MB before it is sent', () => {
  expect(fileRefusal(file('a.mp3', '', 5 * 1024 * 1024))).toBeNull();
  expect(fileRefusal(file('a.mp3', '', 5 * 1024 * 1024 + 1))).toBe('File size must be less than 5MB');
});

it('takes what the server measured as fifteen seconds and a little', () => {
  expect(isTooLong(15.047)).toBe(false);
  expect(isTooLong(15.2)).toBe(true);
});

it('says sizes in KB below 1024 KB, else in MB, with one decimal', () => {
  expect(sizeText(217_498)).toBe('212.4 KB');
  expect(sizeText(1024 * 1024 - 1024)).toBe('1023.0 KB');
  expect(sizeText(1024 * 1024)).toBe('1.0 MB');
  expect(sizeText(5_000_000)).toBe('4.8 MB');
});

it('announces the start, the quarters and the wait, no more', () => {
  const said = Array.from({ length: 101 }, (_, percent) => uploadAnnouncement(percent / 100));
  expect([...new Set(said)]).toEqual([
    'Uploading audio...',
    'Uploading audio... 25%',
    'Uploading audio... 50%',
    'Uploading audio... 75%',
    'Please wait while we process your file',
  ]);
});
