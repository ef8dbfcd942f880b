import { describe, expect, it } from 'vitest';
import { fillTemplate, templateFault, usualTemplate } from '#contract/post-template.ts';
import { composePost } from './compose-post.ts';
import { judgePost } from './judge-post.ts';
import { plainFor } from './plain-words.ts';

const ana = { name: 'Ana', amount: '0.100000 SOL', fiat: '15.12 EUR', message: 'brava!' };
const link = 'https://brava.example/donate/x';
const usual = { template: usualTemplate.en, link };

describe('a template', () => {
  it('leaves out in brackets what is not known, with the words around it', () => {
    expect(fillTemplate(usualTemplate.en, { ...ana, link })).toBe(
      'Ana donated 0.100000 SOL (15.12 EUR): brava!',
    );
    expect(fillTemplate(usualTemplate.es, { ...ana, link, amount: '', fiat: '', message: '' })).toBe(
      'Ana donó',
    );
    expect(fillTemplate('{name}: {amount} {message}!', { ...ana, link, amount: '' })).toBe('Ana: brava!!');
  });

  it('never reads what a donor wrote as a template', () => {
    const message = '{amount} [x] {link}';
    expect(fillTemplate('{name}[: {message}]', { ...ana, link, message })).toBe('Ana: {amount} [x] {link}');
  });

  it.each([
    ['{nme} donated', 'unknown'],
    ['[{name}', 'brackets'],
    ['a [b [c] d]', 'brackets'],
    ['[ {amount}]', 'empty'],
    ['Thanks for {link}', null],
    [usualTemplate.en, null],
  ])('%s has the fault %s', (template, fault) => {
    expect(templateFault(template)).toBe(fault);
  });
});

describe('what a donor wrote', () => {
  it.each([
    ['see https://evil.example/x?y now', 'see \\[link\\] now'],
    ['www.evil.example', '\\[link\\]'],
    ['discord.gg/abc join', '\\[link\\] join'],
    ['go to evil.com', 'go to evil. com'],
    ['thanks.Great show', 'thanks. Great show'],
    ['@everyone <@123> <#5> <:x:1>', '\\@everyone \\<\\@123\\> \\<\\#5\\> \\<\\:x\\:1\\>'],
    [
      '**bold** _it_ `code` ||spoiler|| ~~no~~',
      '\\*\\*bold\\*\\* \\_it\\_ \\`code\\` \\|\\|spoiler\\|\\| \\~\\~no\\~\\~',
    ],
    ['[click](me)', '\\[click\\]\\(me\\)'],
    ['# big', '\\# big'],
    ['0.5 and 1.25', '0.5 and 1.25'],
    ['مرحبا 🎉', 'مرحبا 🎉'],
  ])('is words and nothing else on Discord: %s', (text, plain) => {
    expect(plainFor('discord', text)).toBe(plain);
  });

  it.each([
    ['!addcom !x', 'addcom !x'],
    ['/ban kat', 'ban kat'],
    ['.timeout kat', 'timeout kat'],
    ['  @kat hello', 'kat hello'],
    ['evil.com/x', 'link]'],
    ['"hello"', '"hello"'],
  ])('begins no command on Twitch: %s', (text, plain) => {
    expect(plainFor('twitch', text)).toBe(plain.replace('link]', '[link]'));
  });
});

describe('a post', () => {
  it('never is longer than its place takes, whatever a donor wrote', () => {
    const long = { ...ana, name: '*'.repeat(50), message: '*🎉'.repeat(250) };
    for (const kind of ['discord', 'twitch'] as const) {
      for (const count of [1, 2, 7, 400]) {
        const text = composePost(
          kind,
          usual,
          Array.from({ length: count }, () => long),
        );
        expect(text.length).toBeLessThanOrEqual(kind === 'discord' ? 2000 : 500);
        expect(text.isWellFormed()).toBe(true);
        expect(text.includes('…')).toBe(kind === 'twitch' || count > 1);
      }
    }
    expect(
      composePost('twitch', { template: `${'x'.repeat(290)}{message}`, link }, [long]).length,
    ).toBeLessThan(501);
  });

  it('tells of many donations at once, names the first and counts the others', () => {
    const many = Array.from({ length: 14 }, (_, n) => ({ ...ana, name: `D${n}`, fiat: '', message: '' }));
    const lines = composePost('discord', usual, many).split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[0]).toBe('D0 donated 0.100000 SOL');
    expect(lines.at(-1)).toBe('+4');
    expect(composePost('twitch', usual, many.slice(0, 2))).toBe(
      'D0 donated 0.100000 SOL · D1 donated 0.100000 SOL',
    );
  });

  it('names nobody where nothing of a name is left', () => {
    expect(composePost('twitch', usual, [{ ...ana, name: '!!!', amount: '', fiat: '' }])).toBe(
      'Anonymous donated: brava!',
    );
  });
});

describe('a post waits for what an alert waits for', () => {
  const createdAt = new Date(0);
  const now = new Date(1000);
  const facts = { heldAt: null, approvedAt: null, settledHow: null, donation: { isBlocked: false } };
  const held = { ...facts, heldAt: createdAt };
  it.each([
    ['withheld', null, 'not_for_viewers'],
    ['queued', facts, 'send'],
    ['shown', { ...facts, settledHow: 'overlay' as const }, 'send'],
    ['held', held, 'wait'],
    ['approved', { ...facts, heldAt: createdAt, approvedAt: now }, 'send'],
    ['marked as shown unapproved', { ...held, settledHow: 'marked' as const }, 'not_for_viewers'],
    ['marked as shown', { ...facts, settledHow: 'marked' as const }, 'send'],
    ['rejected', { ...facts, heldAt: createdAt, settledHow: 'rejected' as const }, 'not_for_viewers'],
    ['dismissed', { ...facts, settledHow: 'dismissed' as const }, 'not_for_viewers'],
    ['blocked', { ...facts, donation: { isBlocked: true } }, 'not_for_viewers'],
  ])('%s', (_, alert, verdict) => {
    expect(judgePost({ createdAt, alert }, now)).toBe(verdict);
  });

  it('and tells of nothing that is older than 15 minutes', () => {
    const late = new Date(16 * 60_000);
    expect(judgePost({ createdAt, alert: facts }, late)).toBe('too_old');
    const approved = { ...facts, heldAt: createdAt, approvedAt: late };
    expect(judgePost({ createdAt, alert: approved }, late)).toBe('send');
  });
});
