import type { widgetRoutes } from '#contract/widget-routes.ts';
import type { Ports } from '#server/app/ports.ts';
import type { Handlers } from './handler.ts';

/** The calls of goal bar, leaderboard, ticker and streams. Each answers with the settings and what is shown then. */
export function createWidgetHandlers(ports: Ports): Pick<Handlers, keyof typeof widgetRoutes> {
  return {
    widgets: (_, { session }) => ports.widgets.read(session.userId),
    changeWidgets: ({ body }, { session }) => ports.widgets.change(session.userId, body),
    resetGoal: (_, { session }) => ports.widgets.resetGoal(session.userId),
    startStream: (_, { session }) => ports.widgets.startStream(session.userId),
    stopStream: (_, { session }) => ports.widgets.stopStream(session.userId),
  };
}
