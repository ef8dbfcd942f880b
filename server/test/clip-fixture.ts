import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import type { RouteReply } from '#contract/routes.ts';
import { toneWav } from './tone-wav.ts';

/** A form as the uploader sends it. */
export function formOf(bytes: Uint8Array, { name = 'tone.wav', field = 'audio' } = {}): FormData {
  const form = new FormData();
  form.append(field, new Blob([Uint8Array.from(bytes)], { type: 'audio/wav' }), name);
  return form;
}

/** Uploads a form and returns what came back. */
export async function upload(
  url: string,
  body: FormData | Uint8Array,
  headers: Record<string, string> = {},
): Promise<{
  status: number;
  body: { code?: string; message?: string } & Partial<RouteReply<'uploadAudio'>>;
}> {
  const response = await fetch(`${url}/api/files/audio/upload`, {
    method: 'POST',
    body: body instanceof FormData ? body : Uint8Array.from(body),
    headers,
  });
  return { status: response.status, body: await response.json() };
}

/** Uploads a tone of a second, which must be taken. */
export async function uploadTone(url: string): Promise<RouteReply<'uploadAudio'>> {
  const { status, body } = await upload(url, formOf(toneWav(1)));
  expect({ status, body }).toMatchObject({ status: 201 });
  return body as RouteReply<'uploadAudio'>;
}

/**
 * Sends raw multipart bytes piece by piece as `produce` gives them, reading the answer meanwhile: as curl does.
 * `stopOnAnswer` ends the sending as soon as the answer's head is there.
 */
export function sendPieces(
  url: string,
  produce: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { headers = {}, stopOnAnswer = false }: { headers?: Record<string, string>; stopOnAnswer?: boolean } = {},
): Promise<{ status: number; body: string; sentBytes: number }> {
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    let isAnswered = false;
    const call = httpRequest(
      `${url}/api/files/audio/upload`,
      { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=edge', ...headers } },
      (response: IncomingMessage) => {
        isAnswered = true;
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, body, sentBytes }), reject);
      },
    );
    call.once('error', reject);
    const send = async (): Promise<void> => {
      for await (const piece of produce) {
        if (isAnswered && stopOnAnswer) break;
        sentBytes += piece.length;
        if (!call.write(piece)) await new Promise((resolve) => call.once('drain', resolve));
      }
      if (!(isAnswered && stopOnAnswer)) call.end();
    };
    send().catch(reject);
  });
}

/** The head of a part with a file, for `sendPieces`. */
export const partHead = Buffer.from(
  '--edge\r\ncontent-disposition: form-data; name="audio"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n',
);
export const partEnd = Buffer.from('\r\n--edge--\r\n');
