import { expect, it, vi } from 'vitest';
import { CallProblem } from './call-problem.ts';
import { createUpload } from './upload.ts';

/** XMLHttpRequest does not exist here; this one ends as a test says. */
class FakeRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly open = vi.fn<(method: string, url: string) => void>();
  readonly setRequestHeader = vi.fn<(name: string, value: string) => void>();
  readonly send = vi.fn<(body: FormData) => void>();
  timeout = 0;
  status = 0;
  responseText = '';
  abort(): void {
    this.end('abort');
  }
  sent(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  answer(status: number, body: string): void {
    this.status = status;
    this.responseText = body;
    this.end('load');
  }
  end(how: 'load' | 'abort' | 'error' | 'timeout'): void {
    this.dispatchEvent(new Event(how));
  }
}

function uploading(token: string | null = null) {
  const request = new FakeRequest();
  const onSent = vi.fn<(share: number) => void>();
  const cancel = new AbortController();
  const upload = createUpload({
    baseUrl: '/api',
    token: { get: () => token },
    openRequest: () => request as unknown as XMLHttpRequest,
  });
  const file = new File(['RIFF'], 'airhorn.wav', { type: 'audio/wav' });
  return { request, onSent, cancel, ended: upload(file, { onSent, signal: cancel.signal }) };
}

const clip = { url: '/clips/a.mp3', originalName: 'airhorn.wav', size: 4, duration: 4.2, fileName: 'a.mp3' };

async function problemOf(ended: Promise<unknown>): Promise<CallProblem> {
  const problem = await ended.catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(CallProblem);
  return problem as CallProblem;
}

it('sends the file in the field audio, tells how much has gone, and returns the reply', async () => {
  const { request, onSent, ended } = uploading();
  expect(request.open).toHaveBeenCalledWith('POST', '/api/files/audio/upload');
  expect(request.timeout).toBeGreaterThanOrEqual(120_000);
  const file = request.send.mock.calls[0]?.[0].get('audio') as File;
  expect(file.name).toBe('airhorn.wav');
  request.sent(1, 4);
  request.sent(4, 4);
  request.answer(201, JSON.stringify(clip));
  expect(await ended).toEqual(clip);
  expect(onSent.mock.calls).toEqual([[0.25], [1]]);
});

it('carries the token of whoever is signed in, as every call does', async () => {
  expect(uploading('tok').request.setRequestHeader.mock.calls).toEqual([['authorization', 'Bearer tok']]);
  expect(uploading().request.setRequestHeader).not.toHaveBeenCalled();
});

it('a refusal carries the server’s code and words', async () => {
  const { request, ended } = uploading();
  request.answer(
    400,
    JSON.stringify({ code: 'audio_too_long', message: 'Audio must be 15 seconds or less' }),
  );
  expect(await problemOf(ended)).toMatchObject({
    code: 'audio_too_long',
    message: 'Audio must be 15 seconds or less',
    fromServer: true,
  });
});

it('a broken line, silence and a page of a proxy are told apart', async () => {
  for (const [act, code] of [
    [(request: FakeRequest) => request.end('error'), 'offline'],
    [(request: FakeRequest) => request.end('timeout'), 'timeout'],
    [(request: FakeRequest) => request.answer(502, '<h1>Bad gateway</h1>'), 'unreadable'],
    [(request: FakeRequest) => request.answer(201, '{}'), 'unreadable'],
  ] as const) {
    const { request, ended } = uploading();
    act(request);
    expect(await problemOf(ended)).toMatchObject({ code, fromServer: false });
  }
});

it('a cancelled upload ends in null, also one cancelled before it began', async () => {
  const { cancel, ended } = uploading();
  cancel.abort();
  expect(await ended).toBeNull();
  const openRequest = vi.fn<() => XMLHttpRequest>();
  const upload = createUpload({ baseUrl: '/api', token: { get: () => null }, openRequest });
  const nothing = await upload(new File([], 'a.mp3'), { onSent: vi.fn<() => void>(), signal: cancel.signal });
  expect(nothing).toBeNull();
  expect(openRequest).not.toHaveBeenCalled();
});
