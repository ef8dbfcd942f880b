import type { FaultPlan } from './fault-plan.ts';
import type { Scenario } from './scenario.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { VirtualTime } from './virtual-time.ts';

/** What trouble comes over. */
interface Victims {
  time: VirtualTime;
  random: SeededRandom;
  faults: FaultPlan;
  nodes: readonly SimulatedNode[];
  scenario: Scenario;
  note: (what: string) => void;
}

/** Blocks of some minutes: more than the grace that expiry gives. */
const farBehind = 500;

/** Trouble that no call brings about: the database goes away, nodes fall behind, catch up, forget and err, processes limp. */
export function startTrouble(victims: Victims): void {
  const { random, nodes } = victims;
  if (victims.scenario.hasOutages) takeDatabaseAway(victims);
  if (victims.scenario.lagChance > 0) letNodesLag(victims);
  if (victims.scenario.areNodesForgetful) letNodesForget(victims);
  if (victims.scenario.historyAway !== null) takeHistoryAway(victims);
  if (victims.scenario.doProcessesLimp) letProcessesLimp(victims);
  const [preferred] = nodes;
  if (victims.scenario.isNodeHasty && preferred !== undefined) letNodeHasten(victims, preferred);
  if (victims.scenario.isNodeMistaken) letNodeErr(victims, random.pick(nodes));
}

function takeDatabaseAway(victims: Victims): void {
  const { time, random, faults, note } = victims;
  time.after(random.int(30_000, 300_000), () => {
    if (faults.isOver) return;
    faults.takeDatabaseAway(random.int(1000, 60_000));
    note('the database goes away');
    takeDatabaseAway(victims);
  });
}

function letNodesLag(victims: Victims): void {
  const { time, random, faults, nodes, scenario } = victims;
  time.after(random.int(3000, 40_000), () => {
    if (faults.isOver) return;
    const most = random.chance(0.3) ? farBehind : 60;
    random.pick(nodes).lagBlocks = random.chance(scenario.lagChance) ? random.int(1, most) : 0;
    letNodesLag(victims);
  });
}

function letNodesForget(victims: Victims): void {
  const { time, random, faults, nodes, note } = victims;
  time.after(random.int(3000, 40_000), () => {
    if (faults.isOver) return;
    const { url } = random.pick(nodes);
    faults.loseSignatures(url, random.int(1000, 20_000));
    note(`${url} loses its record of signatures`);
    letNodesForget(victims);
  });
}

function takeHistoryAway(victims: Victims): void {
  const { time, random, faults, nodes, scenario, note } = victims;
  time.after(random.int(3000, 60_000), () => {
    if (faults.isOver) return;
    const of = scenario.historyAway === 'all' ? nodes : [random.pick(nodes)];
    const urls = of.map(({ url }) => url);
    faults.loseHistory(urls, random.chance(0.7) ? random.int(1000, 20_000) : random.int(20_000, 300_000));
    note(`${urls.join(', ')} are without their history`);
    takeHistoryAway(victims);
  });
}

/** The same one each time: two that say the same within a moment are believed. */
function letNodeHasten(victims: Victims, node: SimulatedNode): void {
  const { time, random, faults, note } = victims;
  time.after(random.int(3000, 20_000), () => {
    node.isHasty = !faults.isOver && random.chance(0.6);
    if (faults.isOver) return;
    if (node.isHasty) note(`${node.url} takes for final what is not`);
    letNodeHasten(victims, node);
  });
}

/** The same one each time, as above. */
function letNodeErr(victims: Victims, node: SimulatedNode): void {
  const { time, random, faults, note } = victims;
  time.after(random.int(3000, 20_000), () => {
    node.isMistaken = !faults.isOver && random.chance(0.6);
    if (faults.isOver) return;
    if (node.isMistaken) note(`${node.url} tells of other amounts`);
    letNodeErr(victims, node);
  });
}

function letProcessesLimp(victims: Victims): void {
  const { time, random, faults, note } = victims;
  time.after(random.int(3000, 30_000), () => {
    if (faults.isOver) return;
    faults.letLimp(random.int(10_000, 60_000));
    note('processes limp');
    letProcessesLimp(victims);
  });
}
