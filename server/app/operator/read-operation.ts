import { stuckReasons } from '#contract/admin.ts';
import { lamportsToSol } from '#contract/lamports.ts';
import type { RouteReply } from '#contract/routes.ts';
import { isFailing, judgeOperation, lookHere } from './judge-operation.ts';
import type { OperationFigures } from '#server/app/operation-ports.ts';
import type { NodeState } from '#server/app/operator-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import { presentToken } from '#server/app/donations/present-donation.ts';

/** So many stuck transfers are named; the rest is counted. */
const mostStuck = 50;

/** How the installation stands, and what is wrong with it. */
export async function readAdminHealth(
  ports: Pick<Ports, 'operations' | 'running' | 'clock'>,
): Promise<RouteReply<'adminHealth'>> {
  const { running, clock } = ports;
  const [figures, here] = await Promise.all([ports.operations.figures(), lookHere(running)]);
  return {
    findings: judgeOperation(figures, clock.now(), here),
    version: ports.running.version,
    startedAt: ports.running.startedAt.toISOString(),
    database: {
      version: figures.database.serverVersion,
      schema: figures.database.schemaVersion,
      bytes: Number(figures.database.bytes),
    },
    processes: figures.processes.map(({ id, startedAt, seenAt }) => ({
      id: id.slice(0, 8),
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
    nodes: here.nodes.map(presentNode),
    eventLagSeconds: here.eventLagMs / 1000,
    alerts: {
      waiting: figures.alerts.waiting,
      toApprove: figures.alerts.held,
      inTray: figures.alerts.inTray,
    },
    overlays: figures.overlays,
  };
}

/** Money that is on its way, and why some of it stays. */
export async function readAdminMoney(
  ports: Pick<Ports, 'operations' | 'operators' | 'tokens'>,
): Promise<RouteReply<'adminMoney'>> {
  const [{ money }, stuck] = await Promise.all([
    ports.operations.figures(),
    ports.operators.listStuck(mostStuck),
  ]);
  return {
    waitingForPayment: money.waitingForPayment,
    unswept: {
      addresses: money.unswept.addresses,
      amount: lamportsToSol(money.unswept.lamports),
      oldestAt: money.unswept.oldestAt?.toISOString() ?? null,
    },
    tooSmall: { addresses: money.tooSmall.addresses, amount: lamportsToSol(money.tooSmall.lamports) },
    liveSweeps: money.liveSweeps,
    ledgerMismatches: money.ledgerMismatches,
    ...(money.tokens !== null && { tokens: await presentTokens(ports, money.tokens) }),
    stuck: stuck.map(({ lamports, token, lastError, refusals, nextAttemptAt, ...sweep }) => ({
      ...sweep,
      amount: lamportsToSol(lamports),
      ...(token !== null && { token: presentToken(token) }),
      reason: reasonOf(lastError),
      detail: lastError,
      attempts: refusals,
      nextAttemptAt: nextAttemptAt.toISOString(),
    })),
  };
}

async function presentTokens(
  { tokens }: Pick<Ports, 'tokens'>,
  { feePayer, liveSweeps }: NonNullable<OperationFigures['money']['tokens']>,
): Promise<NonNullable<RouteReply<'adminMoney'>['tokens']>> {
  const { address, lamports, isLow } = feePayer;
  const unswept = await tokens.store.unswept();
  return {
    feePayer: { address, balance: lamports === null ? null : lamportsToSol(lamports), isLow },
    unswept: unswept.map(({ addresses, ...token }) => ({ ...presentToken(token), addresses })),
    liveSweeps,
  };
}

function presentNode(node: NodeState): RouteReply<'adminHealth'>['nodes'][number] {
  const isUnused = node.answeredAt === null && node.failedAt === null;
  return {
    name: node.name,
    state: isFailing(node) ? 'failing' : isUnused ? 'unused' : 'good',
    failures: node.failures,
    answeredAt: node.answeredAt?.toISOString() ?? null,
  };
}

/** A refusal begins with its name; whatever else stands there is what chain or database said. */
function reasonOf(lastError: string): (typeof stuckReasons)[number] {
  return stuckReasons.find((reason) => lastError.startsWith(reason)) ?? 'trouble';
}
