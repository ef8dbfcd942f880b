import { cleanDonorText } from '#contract/donor-text.ts';
import type { AlertSettings } from '#contract/moderation.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { defaultAlertSettings } from '#server/domain/moderation/judge-donation.ts';
import { registerStreamer, type Streamer } from './desk-journey.ts';

/** A donation of an attack: what the donor sent, cleaned as the product cleans it. */
export interface PoisonedDonation {
  id: string;
  donatorName: string;
  message: string;
}

/** A streamer to whom attackers write whatever they can write anywhere. */
export interface PoisonedStreamer extends Streamer {
  widgetCode: string;
  /** Opens the dock. */
  deskToken: string;
  /** Names of tokens as they are listed. */
  tokenNames: string[];
  /** One call of the product as this streamer; throws with the answer when it is refused. */
  call(name: RouteName, body?: unknown, id?: string): Promise<Record<string, unknown>>;
}

const mostTokens = 40;

/** Registers the streamer; tokens are named with the texts, cut to what a name may have. */
export async function poisonStreamer(url: string, texts: readonly string[]): Promise<PoisonedStreamer> {
  const streamer = await registerStreamer(url);
  const call: PoisonedStreamer['call'] = async (name, body, id = '') => {
    const { method, path } = routes[name];
    const reply = await fetch(`${url}/api${path.replace(/:\w+/, id)}`, {
      method,
      headers: { authorization: `Bearer ${streamer.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const tokenNames: string[] = [];
  for (const text of texts.slice(0, mostTokens)) {
    const made = await call('createAccessToken', { scope: 'moderator', name: text.slice(0, 40) });
    tokenNames.push(String(made['name']));
  }
  const { token: deskToken } = await call('createAccessToken', { scope: 'alerts', name: 'Dock' });
  const { linkCode } = await call('donationLink');
  return { ...streamer, widgetCode: String(linkCode), deskToken: String(deskToken), tokenNames, call };
}

/** Settings of the desk beside the usual ones. */
export async function setDesk(streamer: PoisonedStreamer, over: Partial<AlertSettings>): Promise<void> {
  await streamer.call('changeAlertSettings', { ...defaultAlertSettings, ...over });
}

/**
 * One donation for each text: its name is the text, cut to what a name may have, its message the text and the next one.
 * Whoever leaves a name without anything to see is Anonymous.
 */
export async function donateTexts(
  streamer: PoisonedStreamer,
  texts: readonly string[],
): Promise<PoisonedDonation[]> {
  const donations: PoisonedDonation[] = [];
  for (const [at, text] of texts.entries()) {
    const sent = {
      donatorName: text.slice(0, 50),
      message: `${text} ${texts[(at + 1) % texts.length] ?? ''}`,
    };
    const { id } = await streamer.call('createDonation', { linkCode: streamer.donationLink, ...sent });
    donations.push({
      id: String(id),
      donatorName: cleanDonorText(sent.donatorName) || 'Anonymous',
      message: cleanDonorText(sent.message),
    });
  }
  return donations;
}

/** Texts joined until no more of them fit into a length, so that few pages say all of them. */
export function packed(texts: readonly string[], length: number): string[] {
  const packs: string[] = [];
  for (const text of texts) {
    const last = packs.at(-1);
    if (last !== undefined && last.length + 1 + text.length <= length)
      packs[packs.length - 1] = `${last} ${text}`;
    else packs.push(text);
  }
  return packs;
}
