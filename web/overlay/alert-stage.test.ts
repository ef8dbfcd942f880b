import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ShownDonation } from '#contract/events.ts';
import { openAlertStage, type StageListeners } from './alert-stage.ts';

const donation: ShownDonation = {
  id: 'donation',
  alertId: 'alert',
  donatorName: 'Pia',
  amount: 0.1,
  fiat: null,
  message: '',
  mediaUrl: null,
  mediaType: null,
  mediaDuration: null,
};

function open() {
  const listeners = {
    onCards: vi.fn<StageListeners['onCards']>(),
    onShown: vi.fn<StageListeners['onShown']>(),
  };
  return { ...listeners, stage: openAlertStage(listeners) };
}

describe('the alert stage', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('shows a card for seven seconds, then tells, without any animation frame', () => {
    const { stage, onCards, onShown } = open();
    expect(stage.show(donation)).toBe(true);
    expect(onCards).toHaveBeenLastCalledWith([expect.objectContaining({ donation, isLeaving: false })]);
    vi.advanceTimersByTime(6999);
    expect(onShown).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onShown).toHaveBeenCalledExactlyOnceWith(donation);
    vi.advanceTimersByTime(300);
    expect(onCards).toHaveBeenLastCalledWith([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('says that a repeat is none of its own and tells of it five seconds after it came', () => {
    const { stage, onShown } = open();
    stage.show(donation);
    vi.advanceTimersByTime(10_000);
    onShown.mockClear();
    expect(stage.show(donation)).toBe(false);
    vi.advanceTimersByTime(4999);
    expect(onShown).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onShown).toHaveBeenCalledExactlyOnceWith(donation);
  });

  test('takes every card away at once when nobody sees it, tells nobody, and takes it for new when it comes again', () => {
    const { stage, onCards, onShown } = open();
    stage.show(donation);
    vi.advanceTimersByTime(6000);
    stage.hide();
    expect(onCards).toHaveBeenLastCalledWith([]);
    expect(vi.getTimerCount()).toBe(0);
    expect(onShown).not.toHaveBeenCalled();
    expect(stage.show(donation)).toBe(true);
  });

  test('takes a skipped card away after its animation and tells nobody', () => {
    const { stage, onCards, onShown } = open();
    stage.show(donation);
    vi.advanceTimersByTime(1000);
    stage.skip(donation.alertId);
    expect(onCards).toHaveBeenLastCalledWith([expect.objectContaining({ donation, isLeaving: true })]);
    vi.advanceTimersByTime(300);
    expect(onCards).toHaveBeenLastCalledWith([]);
    vi.advanceTimersByTime(10_000);
    expect(onShown).not.toHaveBeenCalled();
  });
});
