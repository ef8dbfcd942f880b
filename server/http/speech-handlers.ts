import type { speechRoutes } from '#contract/speech-routes.ts';
import { Problem } from '#contract/problem.ts';
import type { SpeechState } from '#contract/speech.ts';
import { deskOf } from '#server/app/desk/desk-caller.ts';
import type { Ports } from '#server/app/ports.ts';
import type { Handlers } from './handler.ts';

/** The calls of reading aloud. */
export function createSpeechHandlers(
  ports: Pick<Ports, 'speech' | 'streamers'>,
): Pick<Handlers, keyof typeof speechRoutes> {
  const read = async (userId: string): Promise<SpeechState> => ({
    ...(await ports.speech.store.find(userId)),
    isServerAble: ports.speech.voice !== null,
  });
  return {
    speech: (_, { session }) => read(session.userId),
    changeSpeech: async ({ body }, { session }) => {
      const { store, voice } = ports.speech;
      if (body.source === 'server' && voice === null) throw new Problem('speech_unavailable');
      await store.change(await deskOf(ports, session), body);
      return await read(session.userId);
    },
  };
}
