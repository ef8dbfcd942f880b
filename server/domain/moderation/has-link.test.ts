import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasLink } from './has-link.ts';

test('a link is found by its scheme, by www, as a domain alone and as an IP address', () => {
  for (const text of [
    'look at https://example.test',
    'hxxp://evil',
    'steam://run/1',
    'go to www.example now',
    'Visit Example.COM!',
    'bit.ly/abc',
    'free coins at my-site.xyz, quick',
    'discord.gg',
    'twitch.tv/somebody',
    't.me/somebody',
    'anything.rareending/path',
    'me@example.com',
    'youtu.be',
    'Evil.Shop',
    'go to Scam.Site now',
    'Free.Crypto',
    'My.Link',
    'EVIL.SO',
    'пример.рф',
    'join 185.12.4.77',
    '163.com',
    'my-coins.digital',
    'name.eth',
    'see xn--e1afmkfd.xn--p1ai',
  ])
    expect(hasLink(text), text).toBe(true);
});

test('a link is found although its dot is set apart, spelled, or drawn otherwise', () => {
  for (const text of [
    'example dot com',
    'example DOT com',
    'example (dot) com',
    'example[.]com',
    'example {.} com',
    'example . com',
    'example .com',
    'ejemplo punto com',
    'exemplo ponto net',
    'exa\u200bmple.c\u00adom',
    'ｅｘａｍｐｌｅ．ｃｏｍ',
    'example。com',
    'example•com',
    'ⓔⓧⓐⓜⓟⓛⓔ.ⓒⓞⓜ',
    'www . example',
    'éxample.cóm',
    'example.соm',
    'example.ᴄᴏᴍ',
    'example dοt com',
  ])
    expect(hasLink(text), text).toBe(true);
});

test('a name on a messenger is found, one without it greets somebody', () => {
  for (const text of [
    'Telegram @coins_4u',
    'write me (TG: @ab)',
    'whatsapp — @somebody',
    'мой телеграм @имя',
  ])
    expect(hasLink(text), text).toBe(true);
  for (const text of [
    'hello @kat',
    'best on Twitch @kat',
    'I left Telegram, thanks @kat',
    'telegram @',
    'atg@kat',
  ])
    expect(hasLink(text), text).toBe(false);
});

test('numbers, abbreviations, and sentences without their space are no links', () => {
  for (const text of [
    '',
    '3.50',
    '3.50 SOL',
    '1.000.000',
    'e.g. this, i.e. that, z.B. dies, p. ej. esto',
    'see you at 8 p.m. on 24.12.2026',
    'U.S.A.',
    'Great stream.Thanks',
    'wow.So cool',
    'nice.It was fun.My best',
    'thanks. me too',
    'first. com amor',
    'really...no',
    'yes/no and/or 24/7',
    'version 1.2.3',
    '300.400.500.600',
    'Dr.Who vs.Godzilla',
    'gg.wp',
    'you make a point too',
    '@somebody #stream',
    'a.b.c.d',
    'polka dot dress',
    ':// ://',
    'Ana dot Maria',
    'red dot live tonight',
    'un punto de vista, un point de vue, um ponto de encontro',
    'Hola.De nada',
    'gg.Love you.Best of all.Now go',
    'Спасибо.Это было здорово.То и это.но нет',
  ])
    expect(hasLink(text), text).toBe(false);
});

test('never throws, and takes no time for a long text of odd signs', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => typeof hasLink(text) === 'boolean'));
  const before = process.threadCpuUsage();
  for (const part of ['a.', 'a .', ' . ', 'www ', 'a:', 'a(', 'dot ', 'tg @', '1.', '\u200b.', 'a'])
    hasLink(part.repeat(5000));
  const { user } = process.threadCpuUsage(before);
  expect(user / 1000).toBeLessThan(2000);
});
