import * as z from 'zod';

/** Where posts go. */
export interface PostConfig {
  discordUrl: string;
  /** Null: nothing is posted to Twitch. */
  twitch: { clientId: string; apiUrl: string; idUrl: string } | null;
}

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional());
/** Another address is for trying out: a machine of one's own that answers as the service does. */
const service = (usual: string) =>
  optional(
    z
      .url({ protocol: /^https?$/, error: `must be a web address, for example ${usual}` })
      .refine(
        (url) => url.startsWith('https://') || /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(url),
        `must be an https address, for example ${usual}`,
      ),
  );

/** The variables about posts to Discord and Twitch. */
export const postVariables = {
  TWITCH_CLIENT_ID: optional(
    z.string().regex(/^[a-z0-9]{10,60}$/, 'must be the client ID of an application at dev.twitch.tv/console'),
  ),
  DISCORD_URL: service('https://discord.com'),
  TWITCH_API_URL: service('https://api.twitch.tv'),
  TWITCH_ID_URL: service('https://id.twitch.tv'),
};

type PostEnvironment = { [K in keyof typeof postVariables]?: z.infer<(typeof postVariables)[K]> };

/** Where posts go, with the services' own addresses unless others are set. */
export function readPosts(env: PostEnvironment): PostConfig {
  const clientId = env.TWITCH_CLIENT_ID;
  return {
    discordUrl: env.DISCORD_URL ?? 'https://discord.com',
    twitch:
      clientId === undefined
        ? null
        : {
            clientId,
            apiUrl: env.TWITCH_API_URL ?? 'https://api.twitch.tv',
            idUrl: env.TWITCH_ID_URL ?? 'https://id.twitch.tv',
          },
  };
}
