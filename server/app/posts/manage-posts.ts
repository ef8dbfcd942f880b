import { solToLamports } from '#contract/lamports.ts';
import { usualTemplate } from '#contract/post-template.ts';
import type { Post, PostKind } from '#contract/posts.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Ports } from '#server/app/ports.ts';
import { senderOf } from './send-posts.ts';

type Deps = Pick<Ports, 'posts'>;
type Places = RouteReply<'postPlaces'>;
const listed = 20;

/** Where the streamer's donations are told of. */
export async function listPlaces({ posts }: Deps, userId: string): Promise<Places> {
  const places = await posts.store.list(userId);
  return {
    data: places.map((place) => ({ ...place, isOffered: senderOf(posts, place.kind) !== null })),
  };
}

/** Changes what posts to a place say, from which amount on, and whether there are any. */
export async function changePlace(
  deps: Deps,
  userId: string,
  { params, body }: Pick<RouteInput<'changePostPlace'>, 'params' | 'body'>,
): Promise<Places> {
  const { isOn, template, minimumAmount } = body;
  const minimumLamports = minimumAmount === null ? null : solToLamports(minimumAmount);
  await deps.posts.store.change(userId, params.kind, { isOn, template, minimumLamports });
  return await listPlaces(deps, userId);
}

/** Connects a channel. Throws `Problem`: `discord_url_refused`, `discord_webhook_gone`, `chat_silent`. */
export async function connectDiscord(
  deps: Deps,
  userId: string,
  { url, template = usualTemplate.en }: RouteInput<'connectDiscord'>['body'],
): Promise<Places> {
  const { linker } = deps.posts.discord;
  const place = await linker.look(linker.readUrl(url));
  if (place === null) throw new Problem('chat_silent');
  if (place === 'gone') throw new Problem('discord_webhook_gone');
  await deps.posts.store.connect(userId, 'discord', { ...place, template });
  return await listPlaces(deps, userId);
}

/** Begins to connect a chat. A code that was waited for is forgotten. Throws `Problem`: `twitch_not_offered`, `chat_silent`. */
export async function connectTwitch(
  deps: Deps,
  userId: string,
  { template = usualTemplate.en }: RouteInput<'connectTwitch'>['body'],
): Promise<Places> {
  const { twitch, store } = deps.posts;
  if (twitch === null) throw new Problem('twitch_not_offered');
  const link = await twitch.linker.begin();
  if (link === null) throw new Problem('chat_silent');
  await store.beginLink(userId, { ...link, template });
  return await listPlaces(deps, userId);
}

/** Forgets a connection, and then tells the service so: what it answers changes nothing. */
export async function disconnectPlace(deps: Deps, userId: string, kind: PostKind): Promise<Places> {
  const key = await deps.posts.store.disconnect(userId, kind);
  if (key !== null) await senderOf(deps.posts, kind)?.end(key);
  return await listPlaces(deps, userId);
}

/** Has a test sent. Throws `Problem`: `post_not_connected`, `too_many_test_posts`. */
export async function testPlace({ posts }: Deps, userId: string, kind: PostKind): Promise<Post> {
  return await posts.store.addTest(userId, kind);
}

/** The last posts to a place, newest first. */
export async function listPosts({ posts }: Deps, userId: string, kind: PostKind): Promise<{ data: Post[] }> {
  return { data: await posts.store.listPosts(userId, kind, listed) };
}
