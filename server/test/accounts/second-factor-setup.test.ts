import { describe, expect, it } from 'vitest';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { codeOfReply, secondFactorOf } from './second-factor-fixture.ts';

const http = forFile(openHttp);
const { post, exportKey, stateOf, begin, codeOf } = secondFactorOf(http);

const freshMs = 900_000;

describe('turning it on', () => {
  it('needs the password of a short while ago, shows a secret, and asks for nothing before a code came', async () => {
    const { token } = await http.signUp('on-1');
    http.passTime(freshMs + 1);
    expect(codeOfReply(await post('/account/second-factor/begin', token))).toBe('confirm_password');
    await post('/auth/confirm', token, { password: 'secret1' });
    const { secret, uri } = await begin(token);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Brava:on-1?issuer=Brava&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await stateOf(token)).toEqual({ isOn: false, since: null, recoveryCodesLeft: 0 });
    expect((await exportKey(token)).statusCode).toBe(200);
    for (const code of ['000000', 'x', '', '１２３４５６'])
      expect(codeOfReply(await post('/account/second-factor/on', token, { code }))).toBe('wrong_code');
    const on = await post('/account/second-factor/on', token, { code: codeOf(secret) });
    expect(new Set(on.json<{ recoveryCodes: string[] }>().recoveryCodes).size).toBe(10);
    expect(await stateOf(token)).toEqual({ isOn: true, since: expect.any(String), recoveryCodesLeft: 10 });
  });

  it('begun anew has another secret, and the one before is worth nothing', async () => {
    const { token } = await http.signUp('on-2');
    const [first, second] = [await begin(token), await begin(token)];
    expect(second.secret).not.toBe(first.secret);
    const on = (secret: string) => post('/account/second-factor/on', token, { code: codeOf(secret) });
    expect(codeOfReply(await on(first.secret))).toBe('wrong_code');
    expect(codeOfReply(await on(second.secret))).toBe('ok');
    expect(codeOfReply(await on(second.secret))).toBe('second_factor_on');
    expect(codeOfReply(await post('/account/second-factor/begin', token))).toBe('second_factor_on');
  });

  it('twice at once gives out one set of recovery codes', async () => {
    const { token } = await http.signUp('on-3');
    const { secret } = await begin(token);
    const body = { code: codeOf(secret) };
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => post('/account/second-factor/on', token, body)),
    );
    const answers = replies.map(codeOfReply);
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
    // One that is judged when it is on already is asked for the code that this session had not typed yet.
    const refusals = ['ok', 'second_factor_on', 'confirm_second_factor'];
    for (const answer of answers) expect(refusals).toContain(answer);
    expect((await stateOf(token)).recoveryCodesLeft).toBe(10);
  });

  it('without having begun is refused', async () => {
    const { token } = await http.signUp('on-4');
    expect(codeOfReply(await post('/account/second-factor/on', token, { code: '123456' }))).toBe(
      'second_factor_off',
    );
  });
});
