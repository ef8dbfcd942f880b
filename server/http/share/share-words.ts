import { lamportsToSolString, solToLamports } from '#contract/lamports.ts';
import type { RouteReply } from '#contract/routes.ts';

/** Languages that shared links are told of in. */
export const shareLanguages = ['en', 'es'] as const;
export type ShareLanguage = (typeof shareLanguages)[number];

type Page = RouteReply<'donationPage'>;

interface ShareWords {
  locale: string;
  /** What the document itself says until its script has come (spec §2). */
  loading: string;
  /** And below that, where it does not come. */
  reload: string;
  /** In place of either where scripts are switched off. */
  noScript: string;
  /** Title and description of a streamer's link; those of the spec's page come first (spec §2). */
  title: (streamer: string) => string;
  withClips: string;
  withoutClips: string;
  minimum: (amount: string) => string;
  presets: (amounts: string) => string;
  /** Of a link that is nobody's. */
  plainTitle: string;
  plainDescription: string;
}

const words: Record<ShareLanguage, ShareWords> = {
  en: {
    locale: 'en_US',
    loading: 'Loading',
    reload: 'Taking too long? Reload the page',
    noScript: 'Brava needs JavaScript. Please switch it on and reload this page.',
    title: (streamer) => `Support ${streamer}`,
    withClips: 'Send a Solana donation with optional custom audio.',
    withoutClips: 'Send a Solana donation.',
    minimum: (amount) => `From ${amount} SOL.`,
    presets: (amounts) => `In one tap: ${amounts} SOL.`,
    plainTitle: 'Donate',
    plainDescription: 'Send a Solana donation to a streamer.',
  },
  es: {
    locale: 'es_419',
    loading: 'Cargando',
    reload: '¿Tarda demasiado? Recarga la página',
    noScript: 'Brava necesita JavaScript. Actívalo y recarga esta página.',
    title: (streamer) => `Apoya a ${streamer}`,
    withClips: 'Envía una donación en Solana con audio personalizado opcional.',
    withoutClips: 'Envía una donación en Solana.',
    minimum: (amount) => `Desde ${amount} SOL.`,
    presets: (amounts) => `Con un toque: ${amounts} SOL.`,
    plainTitle: 'Donar',
    plainDescription: 'Envía una donación en Solana a un streamer.',
  },
};

/** What a shared link says of a donation page; of none, what it says of any. */
export function shareWordsOf(
  page: Page | null,
  language: ShareLanguage,
): Pick<ShareWords, 'locale' | 'loading' | 'reload' | 'noScript'> & { title: string; description: string } {
  const said = words[language];
  const { locale, loading, reload, noScript } = said;
  const ofDocument = { locale, loading, reload, noScript };
  if (page === null) return { title: said.plainTitle, description: said.plainDescription, ...ofDocument };
  const presets = (page.presetAmounts ?? []).map(amountText);
  const sentences = [
    page.acceptsClips ? said.withClips : said.withoutClips,
    said.minimum(amountText(page.minDonationAmount)),
    ...(presets.length === 0 ? [] : [said.presets(presets.join(', '))]),
  ];
  return { title: said.title(page.streamerName), description: sentences.join(' '), ...ofDocument };
}

function amountText(sol: number): string {
  return lamportsToSolString(solToLamports(sol));
}
