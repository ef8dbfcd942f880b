import type * as z from 'zod/mini';
import { accountRoutes } from './account-routes.ts';
import { adminRoutes } from './admin-routes.ts';
import { alertRoutes } from './alert-routes.ts';
import { blockRoutes } from './block-routes.ts';
import { alertRuleRoutes } from './alert-rule-routes.ts';
import { donationListRoutes } from './donation-list-routes.ts';
import { donationRoutes } from './donation-routes.ts';
import { ownAccountRoutes } from './own-account-routes.ts';
import { postRoutes } from './post-routes.ts';
import { recoveryRoutes } from './recovery-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { speechRoutes } from './speech-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { walletPaymentRoutes } from './wallet-payment-routes.ts';
import { walletRoutes } from './wallet-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { widgetRoutes } from './widget-routes.ts';

/** Every HTTP call of the product: those of spec §7, and our own. Server, browser and OpenAPI read it. */
export const routes = {
  ...sessionRoutes,
  ...accountRoutes,
  ...recoveryRoutes,
  ...ownAccountRoutes,
  ...secondFactorRoutes,
  ...donationRoutes,
  ...donationListRoutes,
  ...walletPaymentRoutes,
  ...walletRoutes,
  ...tokenRoutes,
  ...alertRoutes,
  ...blockRoutes,
  ...alertRuleRoutes,
  ...speechRoutes,
  ...widgetRoutes,
  ...webhookRoutes,
  ...postRoutes,
  ...adminRoutes,
} as const;

/** Every call by name. */
export type Routes = typeof routes;
export type RouteName = keyof Routes;

type Field<R, K extends string> = R extends Record<K, infer S extends z.ZodMiniType> ? z.infer<S> : undefined;

/** What a handler gets, already validated. */
export interface RouteInput<N extends RouteName> {
  params: Field<Routes[N], 'params'>;
  query: Field<Routes[N], 'query'>;
  body: Field<Routes[N], 'body'>;
}

/** What a caller gets back. */
export type RouteReply<N extends RouteName> = z.infer<Routes[N]['reply']>;
