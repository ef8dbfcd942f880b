import * as fc from 'fast-check';
import { toneWav } from '#server/test/tone-wav.ts';
import { arbitraryOf, type KnownValues } from './arbitrary-of-schema.ts';
import { oddBodies, oddContentTypes, oddHeaders, oddNames, oddQueries } from './odd-parts.ts';
import type { Content, Operation } from './openapi-document.ts';
import { spoil, spoiling } from './spoil-value.ts';

/** Whose token comes along. */
const callers = ['session', 'another session', 'api token', 'moderator', 'nobody'] as const;

/** A request as it goes out, below the document's server address. */
export interface FuzzRequest {
  kind: 'valid' | 'nearly valid' | 'wild';
  who: (typeof callers)[number];
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
}

const boundary = 'fuzz-boundary';
const who = fc.oneof(
  { weight: 4, arbitrary: fc.constant('session' as const) },
  { weight: 3, arbitrary: fc.constantFrom(...callers) },
);

/** Requests of all three kinds for one operation. */
export function requestsFor(operation: Operation, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    { weight: 4, arbitrary: validRequests(operation, known) },
    { weight: 3, arbitrary: nearlyValidRequests(operation, known) },
    { weight: 3, arbitrary: wildRequests(operation, known) },
  );
}

function validRequests(operation: Operation, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  const body = operation.body === null ? fc.constant(null) : bodies(operation.body, known);
  return fc.record({ kind: fc.constant('valid'), who, path: paths(operation, known), sent: body }).map(put);
}

function nearlyValidRequests(operation: Operation, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  const { body } = operation;
  const sent =
    body === null || body.type !== 'application/json'
      ? fc.constant({ type: 'application/json', body: '{}' })
      : fc
          .tuple(arbitraryOf(body.schema, known), spoiling)
          .map(([value, how]) => ({ type: body.type, body: JSON.stringify(spoil(value, how)) ?? '' }));
  return fc.record({ kind: fc.constant('nearly valid'), who, path: paths(operation, known), sent }).map(put);
}

function wildRequests(operation: Operation, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  const oddPath = fc.constantFrom(...oddNames).map((name) => operation.path.replace(/\{\w+\}/g, name));
  const path = fc.tuple(fc.oneof(paths(operation, known), oddPath), fc.constantFrom('', ...oddQueries));
  const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value));
  const bytes = fc.uint8Array({ maxLength: 300 }).map((some) => Buffer.from(some));
  const type = operation.body?.type ?? 'application/json';
  return fc
    .record({
      who,
      path: path.map(([at, query]) => (query === '' ? at : `${at.split('?')[0]}?${query}`)),
      body: fc.oneof(fc.constantFrom(...oddBodies), json, bytes),
      type: fc.oneof(fc.constant(type), fc.constantFrom(...oddContentTypes)),
      header: fc.constantFrom({}, ...oddHeaders),
    })
    .map(({ who, path, body, type, header }) => ({
      kind: 'wild',
      who,
      path,
      body,
      headers: { ...(type !== '' && { 'content-type': type }), ...header },
    }));
}

function put(request: {
  kind: string;
  who: FuzzRequest['who'];
  path: string;
  sent: { type: string; body: string | Buffer } | null;
}): FuzzRequest {
  const { kind, who, path, sent } = request;
  return {
    kind: kind as FuzzRequest['kind'],
    who,
    path,
    headers: sent === null ? {} : { 'content-type': sent.type },
    body: sent?.body ?? null,
  };
}

function bodies(
  { type, schema }: Content,
  known: KnownValues,
): fc.Arbitrary<{ type: string; body: string | Buffer }> {
  if (type !== 'application/json') return fc.oneof(files(schema.required?.[0] ?? 'file'), files('other'));
  return arbitraryOf(schema, known).map((value) => ({ type, body: JSON.stringify(value) }));
}

function files(field: string): fc.Arbitrary<{ type: string; body: Buffer }> {
  const tone = { weight: 1, arbitrary: fc.constant(toneWav(0.2)) };
  const noise = { weight: 12, arbitrary: fc.uint8Array({ maxLength: 400 }).map((some) => Buffer.from(some)) };
  const names = fc.constantFrom('clip.wav', '../../etc/passwd', 'a"; x="b', '', '\u202e.mp3');
  return fc.tuple(fc.oneof(tone, noise), names).map(([content, name]) => ({
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
          'Content-Type: audio/wav\r\n\r\n',
      ),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }));
}

function paths(operation: Operation, known: KnownValues): fc.Arbitrary<string> {
  const values = Object.fromEntries(
    operation.parameters.map(({ name, schema }) => [name, arbitraryOf(schema, known, name)]),
  );
  const required = operation.parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return fc.record(values, { requiredKeys: required }).map((chosen) => {
    const query = new URLSearchParams();
    let path = operation.path;
    for (const { name, in: place } of operation.parameters) {
      if (!Object.hasOwn(chosen, name)) continue;
      const text = String(chosen[name]).toWellFormed();
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text));
      else query.set(name, text);
    }
    return query.size === 0 ? path : `${path}?${query}`;
  });
}
