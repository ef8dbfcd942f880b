import { describe, expect, test, vi } from 'vitest';
import { watchSourceVisibility } from './source-visibility.ts';

/** A page as OBS or a browser has it: a window is an event target with a document. */
function open({ visibilityState = 'visible', ...obs }: { visibilityState?: string; obsstudio?: object }) {
  const page = Object.assign(new EventTarget(), { document: { visibilityState } }, obs);
  const onChange = vi.fn<() => void>();
  const isVisible = watchSourceVisibility(page as unknown as Window, onChange);
  const tell = (type: string, detail: object) => page.dispatchEvent(new CustomEvent(type, { detail }));
  return { isVisible, onChange, tell };
}

describe('the visibility of the source', () => {
  test('an ordinary browser counts as visible, also in a background tab', () => {
    expect(open({ visibilityState: 'hidden' }).isVisible()).toBe(true);
  });

  test('a source of OBS that no scene shows when the page loads is hidden', () => {
    expect(open({ obsstudio: {}, visibilityState: 'hidden' }).isVisible()).toBe(false);
    expect(open({ obsstudio: {} }).isVisible()).toBe(true);
  });

  test('a source that was hidden at the start is seen once the programme has it, not in a preview of OBS', () => {
    const { isVisible, tell } = open({ obsstudio: {}, visibilityState: 'hidden' });
    tell('obsSourceVisibleChanged', { visible: true });
    expect(isVisible()).toBe(false);
    tell('obsSourceActiveChanged', { active: true });
    expect(isVisible()).toBe(true);
  });

  test('is seen only while a scene shows the source and the programme has the scene', () => {
    const { isVisible, onChange, tell } = open({ obsstudio: {} });
    tell('obsSourceActiveChanged', { active: false });
    expect(isVisible()).toBe(false);
    tell('obsSourceVisibleChanged', { visible: false });
    tell('obsSourceActiveChanged', { active: true });
    expect(isVisible()).toBe(false);
    tell('obsSourceVisibleChanged', { visible: true });
    expect(isVisible()).toBe(true);
    expect(onChange).toHaveBeenCalledTimes(4);
  });
});
