import { donationRoutes } from '#contract/donation-routes.ts';
import type { RouteReply } from '#contract/routes.ts';
import { CallProblem, readProblem } from './call-problem.ts';
import { type CallDeps, parseJson, readReply } from './call-table.ts';
import { storedToken } from './stored-token.ts';

/** A clip as the server keeps it: its size in bytes, its duration in seconds as the server measured it. */
export type UploadedAudio = RouteReply<'uploadAudio'>;

/** 5 MB take this long on a phone with 350 kbit/s; the other calls' 10 s would cut it off. */
const timeoutMs = 120_000;

interface UploadDeps {
  baseUrl: string;
  token: Pick<CallDeps['token'], 'get'>;
  /** XMLHttpRequest, because `fetch` cannot say how much has been sent. */
  openRequest: () => XMLHttpRequest;
}

interface Uploading {
  /** Told how much has been sent, 0 to 1. At 1 the server still has to look at it. */
  onSent: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads a clip. Resolves to null when it was cancelled; throws `CallProblem`, nothing else. */
export type Upload = (file: File, uploading: Uploading) => Promise<UploadedAudio | null>;

/** Makes the upload for a page. */
export function createUpload({ baseUrl, token, openRequest }: UploadDeps): Upload {
  return async (file, { onSent, signal }) => {
    if (signal.aborted) return null;
    const request = openRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onSent(total === 0 ? 0 : loaded / total);
    });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    const { method, path } = donationRoutes.uploadAudio;
    request.open(method, baseUrl + path);
    const bearer = token.get();
    if (bearer !== null) request.setRequestHeader('authorization', `Bearer ${bearer}`);
    request.timeout = timeoutMs;
    const form = new FormData();
    form.append('audio', file, file.name);
    const ended = endOf(request);
    request.send(form);
    if ((await ended) === 'abort') return null;
    return await readAnswer(request.status, parseJson(request.responseText));
  };
}

function endOf(request: XMLHttpRequest): Promise<'load' | 'abort'> {
  return new Promise((resolve, reject) => {
    request.addEventListener('load', () => resolve('load'));
    request.addEventListener('abort', () => resolve('abort'));
    request.addEventListener('error', () => reject(new CallProblem('offline', 0)));
    request.addEventListener('timeout', () => reject(new CallProblem('timeout', 0)));
  });
}

async function readAnswer(status: number, body: unknown): Promise<UploadedAudio> {
  if (status < 200 || status > 299) throw await readProblem(status, body);
  return readReply(donationRoutes.uploadAudio, status, body) as UploadedAudio;
}

/** The page's own upload. */
export const uploadAudio = createUpload({
  baseUrl: '/api',
  token: storedToken,
  openRequest: () => new XMLHttpRequest(),
});
