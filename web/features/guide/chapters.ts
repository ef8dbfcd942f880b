import type { Section } from '#web/texts/texts.ts';

/** The chapters in their order: the end of the address, and the section of the dictionary with the words. */
export const chapters = [
  { slug: 'obs', section: 'guideObs' },
  { slug: 'other-tools', section: 'guideOtherTools' },
  { slug: 'donation-link', section: 'guideDonationLink' },
  { slug: 'alerts', section: 'guideAlerts' },
  { slug: 'widgets', section: 'guideWidgets' },
  { slug: 'paying', section: 'guidePaying' },
  { slug: 'money-and-keys', section: 'guideMoney' },
  { slug: 'webhooks', section: 'guideWebhooks' },
  { slug: 'troubleshooting', section: 'guideTroubleshooting' },
] as const satisfies { slug: string; section: Section }[];

export type Chapter = (typeof chapters)[number];
export type ChapterSlug = Chapter['slug'];
export type ChapterSection = Chapter['section'];

/** The chapter of an address, or undefined. */
export function findChapter(slug: string | undefined): Chapter | undefined {
  return chapters.find((chapter) => chapter.slug === slug);
}

/** The id of a section within its chapter: its key in the dictionary, in the manner of addresses. */
export function anchorOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
