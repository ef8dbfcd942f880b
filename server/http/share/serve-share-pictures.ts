import type { FastifyInstance } from 'fastify';
import { findSharedLink, type SharedLinkPorts } from '#server/app/donations/donation-page.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import { readLinkCode } from './read-link-code.ts';
import { createSharePictures } from './share-pictures.ts';
import { shareLanguages } from './share-words.ts';

/**
 * Serves the pictures of shared links at `/share/:linkCode/en.png` and `…/es.png`, 1200 × 630. A code that is nobody's, a
 * link that is closed, and a moment in which too many are drawn get the picture without a name: previews always have one.
 */
export function serveSharePictures(
  app: FastifyInstance,
  ports: SharedLinkPorts,
  limitRate: RateLimiter,
): void {
  const pictures = createSharePictures();
  for (const language of shareLanguages) {
    app.get<{ Params: { linkCode: string } }>(
      `/share/:linkCode/${language}.png`,
      { onRequest: async (request, reply) => limitRate.byAddress('sharePicture', request, reply) },
      async (request, reply) => {
        const link = await findSharedLink(ports, readLinkCode(request.params.linkCode));
        const drawn = link === null ? null : await pictures.of(link.page.streamerName, language);
        const { png, mark } = drawn ?? pictures.plain(language);
        const isMissing = link !== null && drawn === null;
        reply.headers({
          etag: `"${mark}"`,
          'cache-control': isMissing ? 'no-store' : 'no-cache',
          // Chats in a browser show it from here.
          'cross-origin-resource-policy': 'cross-origin',
        });
        if (request.headers['if-none-match']?.includes(`"${mark}"`) === true) return reply.code(304).send();
        return reply.type('image/png').send(png);
      },
    );
  }
}
