import { EventSubscription, type OBSRequestTypes, OBSWebSocket } from 'obs-websocket-js/json';
import { codeOf, obsCodes, ObsProblem, problemOf } from './obs-problem.ts';

/** The browser source that is wanted, and how OBS is reached. */
export interface SourceWish {
  url: string;
  /** Its name in OBS. */
  name: string;
  /** Pixels. */
  width: number;
  height: number;
  port: number;
  /** Stays in this tab. Empty where OBS asks for none. */
  password: string;
  /** Another kind of input with settings of its own: where OBS has no browser source, all else can still be tried. */
  input?: { kind: string; settings: SourceSettings };
  /** How long OBS may take to let us in, a person's answer to the browser included, and to answer each request. */
  connectMs?: number;
  requestMs?: number;
}
type SourceSettings = OBSRequestTypes['SetInputSettings']['inputSettings'];

/** What was done. */
export interface SourceAdded {
  scene: string;
  /** False when a source of that name was there and was brought up to date. */
  isCreated: boolean;
  /** False when OBS would not set the monitoring: the streamer does not hear the alerts, the stream does. */
  isHeard: boolean;
}

/** Distance from the edges of the canvas, in pixels. */
const marginPx = 24;
const topLeft = 5;

/**
 * Creates the browser source in the current scene of OBS, or brings the one of that name up to date, and places it at the
 * bottom right. Its sound goes through OBS, where the streamer hears it and the stream has it. Repeating it changes nothing.
 *
 * Throws `ObsProblem`, nothing else. The connection is closed in any case.
 *
 * Verified against OBS 29.0.2 (obs-websocket 5.1.0): wrong and missing password (4009), a closed port, an OBS that was
 * stopped, and 605 for `browser_source` in a build without it; with other kinds of input: creation, repetition without a
 * second source, an input that another scene has, a name that another kind or a scene has (601), and place, size and
 * monitoring as read back. Not tried there, for want of the plugin: the settings of the browser source itself.
 */
export async function addBrowserSource(wish: SourceWish): Promise<SourceAdded> {
  const obs = new OBSWebSocket();
  try {
    await connect(obs, wish);
    return await addSource(obs, wish);
  } catch (error) {
    throw problemOf(error, wish.password !== '');
  } finally {
    void obs.disconnect();
  }
}

async function connect(obs: OBSWebSocket, { port, password, connectMs = 20_000 }: SourceWish): Promise<void> {
  const given = password === '' ? undefined : password;
  const identification = { rpcVersion: 1, eventSubscriptions: EventSubscription.None };
  await within(connectMs, obs.connect(`ws://127.0.0.1:${port}`, given, identification));
}

async function addSource(obs: OBSWebSocket, wish: SourceWish): Promise<SourceAdded> {
  const ask: Ask = (type, ...data) => within(wish.requestMs ?? 5000, obs.call(type, ...data));
  const { currentProgramSceneName: scene } = await ask('GetCurrentProgramScene');
  const { baseWidth, baseHeight } = await ask('GetVideoSettings');
  const { sceneItemId, isCreated } = await createOrUpdate(ask, scene, wish);
  await ask('SetSceneItemTransform', {
    sceneName: scene,
    sceneItemId,
    sceneItemTransform: {
      alignment: topLeft,
      positionX: Math.max(0, baseWidth - wish.width - marginPx),
      positionY: Math.max(0, baseHeight - wish.height - marginPx),
      scaleX: 1,
      scaleY: 1,
      rotation: 0,
      boundsType: 'OBS_BOUNDS_NONE',
    },
  });
  return { scene, isCreated, isHeard: await monitor(ask, wish.name) };
}

async function createOrUpdate(
  ask: Ask,
  sceneName: string,
  wish: SourceWish,
): Promise<{ sceneItemId: number; isCreated: boolean }> {
  const { kind, settings } = wish.input ?? { kind: 'browser_source', settings: browserSettings(wish) };
  try {
    const created = await ask('CreateInput', {
      sceneName,
      inputName: wish.name,
      inputKind: kind,
      inputSettings: settings,
      sceneItemEnabled: true,
    });
    return { sceneItemId: created.sceneItemId, isCreated: true };
  } catch (error) {
    if (codeOf(error) !== obsCodes.alreadyExists) throw error;
  }
  await assertKind(ask, wish.name, kind);
  await ask('SetInputSettings', { inputName: wish.name, inputSettings: settings, overlay: true });
  return { sceneItemId: await itemIn(ask, sceneName, wish.name), isCreated: false };
}

/** A scene, or an input of another kind, may have that name: it must not be changed. */
async function assertKind(ask: Ask, inputName: string, kind: string): Promise<void> {
  try {
    const { inputKind } = await ask('GetInputSettings', { inputName });
    if (inputKind === kind) return;
  } catch (error) {
    if (!isOneOf(error, obsCodes.notFound, obsCodes.wrongType)) throw error;
  }
  throw new ObsProblem('name_taken');
}

async function itemIn(ask: Ask, sceneName: string, sourceName: string): Promise<number> {
  try {
    return (await ask('GetSceneItemId', { sceneName, sourceName })).sceneItemId;
  } catch (error) {
    if (!isOneOf(error, obsCodes.notFound)) throw error;
    return (await ask('CreateSceneItem', { sceneName, sourceName })).sceneItemId;
  }
}

/** Without monitoring the source stands all the same, so a refusal is only told. */
async function monitor(ask: Ask, inputName: string): Promise<boolean> {
  try {
    const monitorType = 'OBS_MONITORING_TYPE_MONITOR_AND_OUTPUT';
    await ask('SetInputAudioMonitorType', { inputName, monitorType });
    return true;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

function browserSettings({ url, width, height }: SourceWish): SourceSettings {
  return {
    url,
    width,
    height,
    css: '',
    reroute_audio: true,
    shutdown: false,
    restart_when_active: false,
    fps_custom: false,
  };
}

type Ask = OBSWebSocket['call'];

function isOneOf(error: unknown, ...codes: number[]): boolean {
  const code = codeOf(error);
  return code !== undefined && codes.includes(code);
}

async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ObsProblem('timeout')), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
