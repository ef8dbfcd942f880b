import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#contract/problem.ts';
import { routes } from '#contract/routes.ts';
import { findSharedLink, type SharedLinkPorts } from '#server/app/donations/donation-page.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import { documentOf, sendDocument } from '#server/http/send-document.ts';
import { wantedLanguages } from '#server/http/wanted-languages.ts';
import { fillDonatePage, type SharedLink } from './fill-donate-page.ts';
import { readLinkCode } from './read-link-code.ts';
import { type ShareLanguage, shareLanguages } from './share-words.ts';

/** What sending a donor's document needs. */
interface DonatePage {
  distDir: string;
  ports: SharedLinkPorts;
  publicUrl: string;
  limitRate: RateLimiter;
}

/** The page works without what previews show: it waits no longer for that. */
const patienceMs = 500;

/** A code, or a code and an id, with punctuation or blanks behind it: none of them ends so. */
const stuckPunctuation = /^((?:[\w-]+\/)?[\w-]+)(?![\w/-])[\p{P}\p{S}\s]+$/u;

/**
 * Sends a donor's document with what previews of its link show, from the memory of donation pages (docs/decisions/025).
 * Returns false, with nothing sent, while the pages have not been built. A link with punctuation at its end leads to the
 * one without.
 *
 * Who asks too often, a code that is nobody's, and a database that does not answer: the same document, which names nobody.
 */
export function createDonatePage({
  distDir,
  ports,
  publicUrl,
  limitRate,
}: DonatePage): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  const path = join(distDir, 'donate.html');
  let template = { builtAtMs: 0, html: '' };
  return async (request, reply) => {
    const whole = withoutPunctuation(request);
    if (whole !== null) {
      await reply.redirect(whole, 302);
      return true;
    }
    const builtAtMs = await builtAt(path);
    if (builtAtMs === null) return false;
    if (template.builtAtMs !== builtAtMs) template = { builtAtMs, html: await readFile(path, 'utf8') };
    const of = await findLink(request, reply, { ports, limitRate });
    const [linkCode = '', donationId = ''] = pathIn(request).split('/');
    const html = fillDonatePage(template.html, {
      of,
      language: languageOf(request),
      isDonation: donationId !== '',
      firstCalls: firstCallsOf(of?.donationCode === linkCode ? linkCode : '', donationId),
      publicUrl,
    });
    await sendDocument(request, reply, documentOf(html));
    return true;
  };
}

/** The address that was meant by a link that was copied out of a sentence with what stood behind it; null for any other. */
function withoutPunctuation(request: FastifyRequest): string | null {
  const { url } = request;
  const [, path] = stuckPunctuation.exec(pathIn(request)) ?? [];
  if (path === undefined) return null;
  const query = url.indexOf('?');
  return `/donate/${path}${query === -1 ? '' : url.slice(query)}`;
}

/**
 * What the page begins with: which network it is, or its name would push down what already stands, and the facts of a
 * donation, or those of a form where that is opened by its public code.
 */
function firstCallsOf(donationCode: string, donationId: string): string[] {
  const { config, donationPage, publicDonation } = routes;
  const calls: string[] = [config.path];
  if (/^[\w-]+$/.test(donationId)) calls.push(publicDonation.path.replace(':id', donationId));
  else if (donationId === '' && donationCode !== '')
    calls.push(donationPage.path.replace(':linkCode', donationCode));
  return calls.map((path) => `/api${path}`);
}

/** What stands behind '/donate/'. */
function pathIn({ params }: FastifyRequest): string {
  return (params as { '*': string })['*'];
}

async function findLink(
  request: FastifyRequest,
  reply: FastifyReply,
  { ports, limitRate }: Pick<DonatePage, 'ports' | 'limitRate'>,
): Promise<SharedLink['of']> {
  const [linkCode] = pathIn(request).split('/', 1);
  try {
    await limitRate.byAddress('donateDocument', request, reply);
    return await Promise.race([
      findSharedLink(ports, readLinkCode(linkCode)),
      sleep(patienceMs, null, { ref: false }),
    ]);
  } catch (error) {
    reply.removeHeader('retry-after');
    if (!(error instanceof Problem)) request.log.debug({ error }, 'A shared link could not be looked up.');
    return null;
  }
}

async function builtAt(path: string): Promise<number | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return found?.mtimeMs ?? null;
}

function languageOf(request: FastifyRequest): ShareLanguage {
  const wanted = wantedLanguages(request);
  return [...wanted].flatMap((tag) => shareLanguages.find((language) => language === tag) ?? [])[0] ?? 'en';
}
