/** What OBS holds, as far as the set-up touches it. */
export interface ObsScene {
  program: string;
  /** Items of each scene, in their order. */
  scenes: Map<string, ObsItem[]>;
  inputs: Map<string, ObsInput>;
  /** Kinds of input that this OBS has. */
  kinds: string[];
  canvas: { baseWidth: number; baseHeight: number };
  nextItemId: number;
}
interface ObsItem {
  id: number;
  source: string;
  transform: Record<string, unknown>;
}
interface ObsInput {
  kind: string;
  settings: Record<string, unknown>;
  monitorType: string;
}

/** A request is refused with one of the published codes. */
export class RequestRefused extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RequestRefused';
    this.code = code;
  }
}

type FieldType = 'string' | 'number' | 'boolean' | 'object';
type Fields = Record<string, FieldType | `${FieldType}?`>;
type Data = Record<string, unknown>;

/** Fields of the requests as obs-websocket 5.1 publishes them; with a question mark where one may be left out. */
const published: Record<string, Fields> = {
  GetCurrentProgramScene: {},
  GetVideoSettings: {},
  CreateInput: {
    sceneName: 'string',
    inputName: 'string',
    inputKind: 'string',
    inputSettings: 'object?',
    sceneItemEnabled: 'boolean?',
  },
  GetInputSettings: { inputName: 'string' },
  SetInputSettings: { inputName: 'string', inputSettings: 'object', overlay: 'boolean?' },
  GetSceneItemId: { sceneName: 'string', sourceName: 'string', searchOffset: 'number?' },
  CreateSceneItem: { sceneName: 'string', sourceName: 'string', sceneItemEnabled: 'boolean?' },
  SetSceneItemTransform: { sceneName: 'string', sceneItemId: 'number', sceneItemTransform: 'object' },
  SetInputAudioMonitorType: { inputName: 'string', monitorType: 'string' },
};

const transformFields: Fields = {
  alignment: 'number?',
  boundsAlignment: 'number?',
  boundsHeight: 'number?',
  boundsType: 'string?',
  boundsWidth: 'number?',
  cropBottom: 'number?',
  cropLeft: 'number?',
  cropRight: 'number?',
  cropTop: 'number?',
  positionX: 'number?',
  positionY: 'number?',
  rotation: 'number?',
  scaleX: 'number?',
  scaleY: 'number?',
};

/** Settings of OBS's browser source. */
const browserFields: Fields = {
  url: 'string?',
  width: 'number?',
  height: 'number?',
  css: 'string?',
  reroute_audio: 'boolean?',
  shutdown: 'boolean?',
  restart_when_active: 'boolean?',
  fps_custom: 'boolean?',
  fps: 'number?',
  is_local_file: 'boolean?',
  webpage_control_level: 'number?',
};

/** Answers one request as OBS does, and tells of every field that is not in the published protocol. */
export function answerRequest(
  obs: ObsScene,
  type: string,
  data: Data,
  onViolation: (violation: string) => void,
): object {
  const [fields, act] = [published[type], acts[type]];
  if (fields === undefined || act === undefined) throw new RequestRefused(204, 'Unknown request type.');
  for (const [name, wanted] of Object.entries(fields)) checkField(data, name, wanted);
  reportUnknown(type, data, fields, onViolation);
  reportUnknown(`${type} transform`, objectOf(data['sceneItemTransform']), transformFields, onViolation);
  const kind = data['inputKind'] ?? obs.inputs.get(String(data['inputName']))?.kind;
  if (kind === 'browser_source') {
    reportUnknown(`${type} settings`, objectOf(data['inputSettings']), browserFields, onViolation);
  }
  return act(obs, data);
}

function checkField(data: Data, name: string, wanted: string): void {
  const value = data[name];
  if (value === undefined) {
    if (!wanted.endsWith('?')) throw new RequestRefused(300, `The field ${name} is missing.`);
  } else if (typeof value !== wanted.replace('?', '')) {
    throw new RequestRefused(401, `The field ${name} is no ${wanted}.`);
  } else if (value === '') throw new RequestRefused(403, `The field ${name} is empty.`);
}

function reportUnknown(what: string, data: Data, fields: Fields, onViolation: (text: string) => void): void {
  for (const [name, value] of Object.entries(data)) {
    if (fields[name]?.replace('?', '') !== typeof value) onViolation(`${what}: ${name} is a ${typeof value}`);
  }
}

const objectOf = (value: unknown): Data =>
  typeof value === 'object' && value !== null ? (value as Data) : {};

const acts: Record<string, (obs: ObsScene, data: Data) => object> = {
  GetCurrentProgramScene: (obs) => ({ currentProgramSceneName: obs.program }),
  GetVideoSettings: (obs) => ({ ...obs.canvas, outputWidth: 1280, outputHeight: 720, fpsNumerator: 30 }),
  CreateInput(obs, { sceneName, inputName, inputKind, inputSettings }) {
    const items = sceneOf(obs, sceneName);
    const name = String(inputName);
    if (obs.inputs.has(name) || obs.scenes.has(name)) {
      throw new RequestRefused(601, 'A source already exists by that input name.');
    }
    if (!obs.kinds.includes(String(inputKind))) {
      throw new RequestRefused(605, 'Your specified input kind is not supported by OBS.');
    }
    const monitorType = 'OBS_MONITORING_TYPE_NONE';
    obs.inputs.set(name, { kind: String(inputKind), settings: objectOf(inputSettings), monitorType });
    return { sceneItemId: addItem(obs, items, name) };
  },
  GetInputSettings(obs, { inputName }) {
    const { kind, settings } = inputOf(obs, inputName);
    return { inputKind: kind, inputSettings: settings };
  },
  SetInputSettings(obs, { inputName, inputSettings, overlay = true }) {
    const input = inputOf(obs, inputName);
    input.settings = { ...(overlay === true ? input.settings : {}), ...objectOf(inputSettings) };
    return {};
  },
  GetSceneItemId(obs, { sceneName, sourceName }) {
    const found = sceneOf(obs, sceneName).find(({ source }) => source === sourceName);
    if (found === undefined) throw new RequestRefused(600, 'No scene items were found in that scene.');
    return { sceneItemId: found.id };
  },
  CreateSceneItem(obs, { sceneName, sourceName }) {
    inputOf(obs, sourceName);
    return { sceneItemId: addItem(obs, sceneOf(obs, sceneName), String(sourceName)) };
  },
  SetSceneItemTransform(obs, { sceneName, sceneItemId, sceneItemTransform }) {
    const found = sceneOf(obs, sceneName).find(({ id }) => id === sceneItemId);
    if (found === undefined) throw new RequestRefused(600, 'No scene item of that id.');
    Object.assign(found.transform, sceneItemTransform);
    return {};
  },
  SetInputAudioMonitorType(obs, { inputName, monitorType }) {
    const input = inputOf(obs, inputName);
    if (input.kind !== 'browser_source') throw new RequestRefused(604, 'It does not support audio.');
    input.monitorType = String(monitorType);
    return {};
  },
};

function sceneOf(obs: ObsScene, name: unknown): ObsItem[] {
  const items = obs.scenes.get(String(name));
  if (items === undefined) throw new RequestRefused(600, 'No source was found by that name.');
  return items;
}

function inputOf(obs: ObsScene, name: unknown): ObsInput {
  const input = obs.inputs.get(String(name));
  if (input !== undefined) return input;
  const isScene = obs.scenes.has(String(name));
  throw new RequestRefused(isScene ? 602 : 600, isScene ? 'It is not an input.' : 'No source of that name.');
}

function addItem(obs: ObsScene, items: ObsItem[], source: string): number {
  const id = obs.nextItemId++;
  items.push({ id, source, transform: {} });
  return id;
}
