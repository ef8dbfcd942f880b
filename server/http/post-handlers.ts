import type { postRoutes } from '#contract/post-routes.ts';
import type { Ports } from '#server/app/ports.ts';
import {
  changePlace,
  connectDiscord,
  connectTwitch,
  disconnectPlace,
  listPlaces,
  listPosts,
  testPlace,
} from '#server/app/posts/manage-posts.ts';
import type { Handlers } from './handler.ts';

/** The calls of posts to Discord and Twitch. */
export function createPostHandlers(ports: Pick<Ports, 'posts'>): Pick<Handlers, keyof typeof postRoutes> {
  return {
    postPlaces: (_, { session }) => listPlaces(ports, session.userId),
    changePostPlace: (input, { session }) => changePlace(ports, session.userId, input),
    connectDiscord: ({ body }, { session }) => connectDiscord(ports, session.userId, body),
    connectTwitch: ({ body }, { session }) => connectTwitch(ports, session.userId, body),
    disconnectPostPlace: ({ params }, { session }) => disconnectPlace(ports, session.userId, params.kind),
    testPost: ({ params }, { session }) => testPlace(ports, session.userId, params.kind),
    posts: ({ params }, { session }) => listPosts(ports, session.userId, params.kind),
  };
}
