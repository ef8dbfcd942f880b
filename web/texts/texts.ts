import { type Language, language } from './language.ts';

/** Every section of the dictionary, split by page and language: a page loads its own section in its own language. */
const loaders = {
  common: { en: () => import('./en/common.ts'), es: () => import('./es/common.ts') },
  refusals: { en: () => import('./en/refusals.ts'), es: () => import('./es/refusals.ts') },
  landing: { en: () => import('./en/landing.ts'), es: () => import('./es/landing.ts') },
  session: { en: () => import('./en/session.ts'), es: () => import('./es/session.ts') },
  donate: { en: () => import('./en/donate.ts'), es: () => import('./es/donate.ts') },
  donation: { en: () => import('./en/donation.ts'), es: () => import('./es/donation.ts') },
  wallet: { en: () => import('./en/wallet.ts'), es: () => import('./es/wallet.ts') },
  walletPay: { en: () => import('./en/wallet-pay.ts'), es: () => import('./es/wallet-pay.ts') },
  dashboard: { en: () => import('./en/dashboard.ts'), es: () => import('./es/dashboard.ts') },
  donations: { en: () => import('./en/donations.ts'), es: () => import('./es/donations.ts') },
  desk: { en: () => import('./en/desk.ts'), es: () => import('./es/desk.ts') },
  blocking: { en: () => import('./en/blocking.ts'), es: () => import('./es/blocking.ts') },
  widgets: { en: () => import('./en/widgets.ts'), es: () => import('./es/widgets.ts') },
  settings: { en: () => import('./en/settings.ts'), es: () => import('./es/settings.ts') },
  alertRules: { en: () => import('./en/alert-rules.ts'), es: () => import('./es/alert-rules.ts') },
  posts: { en: () => import('./en/posts.ts'), es: () => import('./es/posts.ts') },
  webhooks: { en: () => import('./en/webhooks.ts'), es: () => import('./es/webhooks.ts') },
  admin: { en: () => import('./en/admin.ts'), es: () => import('./es/admin.ts') },
  stream: { en: () => import('./en/stream.ts'), es: () => import('./es/stream.ts') },
  legal: { en: () => import('./en/legal.ts'), es: () => import('./es/legal.ts') },
  guide: { en: () => import('./en/guide.ts'), es: () => import('./es/guide.ts') },
  guideObs: { en: () => import('./en/guide/obs.ts'), es: () => import('./es/guide/obs.ts') },
  guideOtherTools: {
    en: () => import('./en/guide/other-tools.ts'),
    es: () => import('./es/guide/other-tools.ts'),
  },
  guideDonationLink: {
    en: () => import('./en/guide/donation-link.ts'),
    es: () => import('./es/guide/donation-link.ts'),
  },
  guideAlerts: { en: () => import('./en/guide/alerts.ts'), es: () => import('./es/guide/alerts.ts') },
  guideWebhooks: { en: () => import('./en/guide/webhooks.ts'), es: () => import('./es/guide/webhooks.ts') },
  guideWidgets: { en: () => import('./en/guide/widgets.ts'), es: () => import('./es/guide/widgets.ts') },
  guidePaying: { en: () => import('./en/guide/paying.ts'), es: () => import('./es/guide/paying.ts') },
  guideMoney: {
    en: () => import('./en/guide/money-and-keys.ts'),
    es: () => import('./es/guide/money-and-keys.ts'),
  },
  guideTroubleshooting: {
    en: () => import('./en/guide/troubleshooting.ts'),
    es: () => import('./es/guide/troubleshooting.ts'),
  },
} as const;

export type Section = keyof typeof loaders;

/** The names of all sections. */
export const sections = Object.keys(loaders) as Section[];

type Texts = { [S in Section]: Awaited<ReturnType<(typeof loaders)[S]['en']>>['texts'] };

/** More than one language only where pages are built beforehand. */
const loaded: Record<Language, Partial<Texts>> = { en: {}, es: {} };

/** Loads sections in the page's language; those that are there already cost nothing. Rejects when one cannot be loaded. */
export async function loadTexts(...wanted: Section[]): Promise<void> {
  await Promise.all(wanted.map(loadSection));
}

/**
 * The words of a section. To be called while rendering or later, never when a module is loaded: the page's route loads
 * its sections beside its code. Throws when a route forgot one.
 */
export function texts<S extends Section>(section: S): Texts[S] {
  const words: Texts[S] | undefined = loaded[language()][section];
  if (words === undefined)
    throw new Error(`The texts of ${section} were not loaded by the route of this page.`);
  return words;
}

async function loadSection(section: Section): Promise<void> {
  const tongue = language();
  if (loaded[tongue][section] !== undefined) return;
  const { texts: words } = await loaders[section][tongue]();
  // Both languages have one type: a Spanish section is declared as the type of the English one.
  Object.assign(loaded[tongue], { [section]: words });
}
