import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from './escape-html.ts';
import { documentOf, type FilledDocument, sendDocument } from './send-document.ts';
import { wantedLanguages } from './wanted-languages.ts';

/** What the web build has written where the address of the social page belongs. */
const socialPlaceholder = 'https://social.invalid/';
/** The same for the name of the network. */
const networkPlaceholder = 'network.invalid';

/** What of an installation the landing page says. */
export interface LandingFacts {
  /** Null: no link. */
  socialUrl: string | null;
  networkLabel: string;
  /** What donations are paid in: real SOL, test SOL, or test SOL of the sandbox. */
  money: 'real' | 'test' | 'sandbox';
}

/** A landing page with this installation's facts in it. */
interface FilledPage {
  builtAtMs: number;
  document: FilledDocument;
}

/**
 * Sends the landing page in the language of the visitor: the one kept in the cookie `language`, else the first of
 * `Accept-Language` that the web build has (of its first ten), else English. Returns false, with nothing sent, while the pages
 * have not been built.
 *
 * The installation's facts are put in; a page is made anew only when the build has changed.
 */
export function createLandingPage(
  distDir: string,
  facts: LandingFacts,
): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  const filled = new Map<string, FilledPage>();
  return async (request, reply) => {
    const built = await builtLanguages(distDir);
    const language = [...wantedLanguages(request), 'en'].find((wanted) => built.has(wanted));
    if (language === undefined) return false;
    const money = facts.money === 'real' ? '' : `.${facts.money}`;
    const path = join(
      distDir,
      `landing.${language}${money}${facts.socialUrl === null ? '' : '.social'}.html`,
    );
    const { mtimeMs } = await stat(path);
    const known = filled.get(path);
    const page = known?.builtAtMs === mtimeMs ? known : await fillPage(path, mtimeMs, facts);
    filled.set(path, page);
    await sendDocument(request, reply, page.document);
    return true;
  };
}

/** Read anew each time, so that a new build is noticed: one look, whatever the visitor asks for. None without a build. */
async function builtLanguages(distDir: string): Promise<Set<string>> {
  const names = await readdir(distDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return new Set(names.flatMap((name) => /^landing\.([a-z]{2})\.html$/.exec(name)?.[1] ?? []));
}

async function fillPage(
  path: string,
  builtAtMs: number,
  { socialUrl, networkLabel }: LandingFacts,
): Promise<FilledPage> {
  const html = await readFile(path, 'utf8');
  const filled = html
    .replaceAll(networkPlaceholder, () => escapeHtml(networkLabel))
    .replaceAll(socialPlaceholder, () => escapeHtml(socialUrl ?? ''));
  return { builtAtMs, document: documentOf(filled) };
}
