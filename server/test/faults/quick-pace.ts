import { defaultPace } from '#server/domain/alert-queue.ts';

/**
 * Preloaded by `--import` into a server under test: alerts as in the product, only quicker, so that thousands of cards
 * can be shown within a test. How often and when an unacknowledged card is sent again stays as it is.
 */
Object.assign(defaultPace, { cardMs: 150, gapMs: 20, acknowledgeAfterMs: 100 });
