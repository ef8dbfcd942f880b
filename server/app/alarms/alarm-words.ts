import type { OperationFinding } from '#contract/admin.ts';

/** What a sentence is made of. `since` is empty where nobody knows. */
interface Given {
  count: number;
  name: string;
  since: string;
}

interface AlarmWords {
  /** A few words, for a subject line. */
  title: (given: Given) => string;
  /** The same once it is over. */
  well: (given: Given) => string;
  /** What an end does not prove. Absent where whoever lives sees that it is over. */
  doubt?: string;
  /** What happened. */
  what: (given: Given) => string;
  meaning: string;
  todo: string;
  /** Where more stands: page and heading. */
  section: string;
}

/** What operators read of each kind of trouble. English, as everything that is for operators outside the web app. */
export const alarmWords: Record<OperationFinding['code'], AlarmWords> = {
  chain_away: {
    title: () => 'No node of the chain answers',
    well: () => 'The chain answers again',
    what: ({ since }) =>
      `No node of the chain answers${since === '' ? '' : `; the last answer came at ${since}`}.`,
    meaning: 'Payments are found late and nothing is passed on until one answers again. No money is lost.',
    todo: 'Ask the provider of the nodes, or put another one into SOLANA_RPC_URL and SOLANA_WS_URL and restart.',
    section: 'docs/operate/alarms.md#bravaallnodessilent',
  },
  node_failing: {
    title: ({ name }) => `Node ${name} does not answer`,
    well: ({ name }) => `Node ${name} answers again`,
    what: ({ name, since }) =>
      `The node ${name} does not answer, or not where books and chain are compared${since === '' ? '' : `, since ${since}`}.`,
    meaning:
      'The other nodes take over, and books and chain are compared without it. While fewer than two answer, each withdrawal ends up to a quarter of an hour later and one that got lost waits, and a donation that nobody pays expires as much later.',
    todo: 'If it lasts, ask its provider (does it answer getMultipleAccounts at finalized?), or take it out of SOLANA_RPC_URL.',
    section: 'docs/operate/alarms.md#bravanodesilent',
  },
  node_elsewhere: {
    title: ({ name }) => `Node ${name} is on another network`,
    well: ({ name }) => `Node ${name} is on the right network`,
    what: ({ name }) => `The node ${name} says that it is on another Solana network than this installation.`,
    meaning:
      'It is asked nothing any more. Where it is the only node, payments are found late and nothing is passed on until it is put right. No money is lost.',
    todo: 'Correct SOLANA_RPC_URL and restart, or have its provider put it right. npm run brava -- doctor says how it is.',
    section: 'docs/operate/nodes.md#devnet-instead-of-the-sandbox',
  },
  chain_still: {
    title: () => 'The chain stands still',
    well: () => 'The chain goes on again',
    what: ({ since }) => `Every node that answers has told the same slot since ${since}.`,
    meaning:
      'Nothing can be seen or passed on until they go on: payments are found late, and no donation expires. No money is lost.',
    todo: 'If the network itself goes on (status.solana.com), ask the provider of the nodes, or put another one into SOLANA_RPC_URL and SOLANA_WS_URL and restart.',
    section: 'docs/operate/alarms.md#bravaallnodessilent',
  },
  node_behind: {
    title: ({ name }) => `Node ${name} is far behind`,
    well: ({ name }) => `Node ${name} has caught up`,
    what: ({ name, count }) => `The node ${name} answers, and is ${count} slots behind the others.`,
    meaning:
      'It is asked only where no other node can be. A donation that nobody pays expires up to a quarter of an hour later while fewer than two nodes keep up.',
    todo: 'If it lasts, ask its provider, or take it out of SOLANA_RPC_URL. Is it on the same network as the others? npm run brava -- doctor says so.',
    section: 'docs/operate/alarms.md#bravanodebehind',
  },
  chain_unheard: {
    title: () => 'Changes on the chain are not heard',
    well: () => 'Changes on the chain are heard again',
    what: ({ count }) =>
      count === 1
        ? '1 server does not hear of changes on the chain, and reads open addresses every 5 s instead.'
        : `${count} servers do not hear of changes on the chain, and read open addresses every 5 s instead.`,
    meaning: 'Payments are seen some seconds later, and the nodes are asked more often. Nothing is lost.',
    todo: 'npm run brava -- doctor and the log say why. Is SOLANA_WS_URL right, and does its provider allow as many subscriptions as there are open donations?',
    section: 'docs/operate/alarms.md#bravachainfeeddown',
  },
  events_late: {
    title: () => 'Live updates are late',
    well: () => 'Live updates are in time again',
    what: () => 'Overlays and dashboards hear of changes late.',
    meaning: 'Cards come late on stream. Payments are recorded as ever.',
    todo: 'A server does not get to read what has changed: its log says why. Does the database answer it (npm run brava -- doctor)? If only one server is concerned, restart it.',
    section: 'docs/operate/alarms.md#bravaeventlag',
  },
  alerts_stalled: {
    title: () => 'Alerts do not go on stream',
    well: () => 'Alerts go on stream again',
    what: ({ since }) => `An alert should have been on stream at ${since}, and was not.`,
    meaning:
      'A streamer has the overlay open, nobody paused, and a paid donation is not shown. It is not lost.',
    todo: 'Restart the server processes one after the other, and look at their logs.',
    section: 'docs/operate/alarms.md#bravaalertsstalled',
  },
  looks_late: {
    title: () => 'Addresses are read late',
    well: () => 'Addresses are read in time again',
    what: ({ since }) => `Addresses are read late: one was due at ${since}.`,
    meaning: 'Payments are seen late. No money is lost.',
    todo: 'As a rule the nodes take fewer requests than are needed: add a node or a larger plan, and raise SOLANA_REQUESTS_PER_10S to what it allows. Otherwise the log says why the worker “read-addresses”, “read-groups” or “watch-tokens” fails.',
    section: 'docs/operate/alarms.md#bravapaymentsnotseen',
  },
  looks_failing: {
    title: () => 'A payment cannot be recorded',
    well: () => 'All payments are recorded again',
    what: ({ since }) => `An address changed at ${since}, and what came to it could not be recorded.`,
    meaning:
      'A donor may have paid, and nobody sees it. The money lies on its own address, safe, and is looked at again by itself.',
    todo: 'The log names the donation and the reason. As a rule no node remembers far enough back. Where there is only one, what it said was final is not put right on its word alone. For both: add a node with full history to SOLANA_RPC_URL and restart.',
    section: 'docs/operate/alarms.md#bravapaymentsnotseen',
  },
  money_late: {
    title: () => 'Money is not passed on',
    well: () => 'Money is passed on again',
    what: ({ since }) => `Money came in at ${since} and has not been passed on.`,
    meaning: 'A streamer waits for it. It lies on its own address, safe, and is tried again by itself.',
    todo: 'See why: npm run brava -- reconcile. The page below lists the transfers that are stuck.',
    section: 'docs/operate/alarms.md#bravamoneystuck',
  },
  sweeps_stuck: {
    title: ({ count }) => (count === 1 ? '1 transfer is stuck' : `${count} transfers are stuck`),
    well: () => 'No transfer is stuck any more',
    what: ({ count }) =>
      count === 1 ? '1 transfer to a streamer is stuck.' : `${count} transfers to streamers are stuck.`,
    meaning: 'Each is tried again by itself; the money stays where it is until then.',
    todo: 'The page below names each with its reason, and so does npm run brava -- reconcile.',
    section: 'docs/operate/alarms.md#bravasweepstroubled',
  },
  fee_payer_low: {
    title: () => 'The account that pays for transfers of tokens is almost empty',
    well: () => 'The account that pays for transfers of tokens has enough again',
    what: () => 'The account that pays the network’s fees for transfers of tokens is almost empty.',
    meaning:
      'Once it is empty, donations in tokens wait on their addresses. Nothing is lost, and SOL is not affected.',
    todo: 'Send SOL to it: npm run brava -- fee-payer prints its address and how much is missing.',
    section: 'docs/operate/features.md#tokens-beside-sol',
  },
  withdrawals_late: {
    title: () => 'A withdrawal does not end',
    well: () => 'Withdrawals end again',
    what: ({ since }) => `A streamer asked for a withdrawal at ${since}, and it has not ended.`,
    meaning: 'It was not sent, or the chain has not made it final. It is never paid twice.',
    todo: 'It goes on by itself once the nodes answer and agree. What got lost is given up or signed anew by the word of two nodes where several are configured: bring back the one that is away, or take it, or one that contradicts the others, out of SOLANA_RPC_URL and restart. The log says more (“A withdrawal failed”).',
    section: 'docs/operate/accounts.md#withdrawals',
  },
  ledger_differs: {
    title: () => 'Books and chain differ',
    well: () => 'Books and chain agree again',
    what: ({ count }) => `Books and chain differ at ${count === 1 ? '1 address' : `${count} addresses`}.`,
    meaning:
      'The chain holds more or less there than was recorded. Nothing is moved from there until they agree. If money is gone that nobody sent, somebody may have the seed.',
    todo: 'npm run brava -- reconcile names each address, both amounts and what to do.',
    section: 'docs/operate/alarms.md#bravaledgermismatch',
  },
  clips_late: {
    title: () => 'Audio clips are not deleted',
    well: () => 'Audio clips are deleted again',
    what: ({ since }) => `Audio clips that should be gone are still there: one was due at ${since}.`,
    meaning: 'Donors were promised that clips go after 24 hours, and they take up room.',
    todo: 'Can the folder or the bucket of the clips be written to? The log says more.',
    section: 'docs/operate/alarms.md#bravaclipsnotdeleted',
  },
  backup_failing: {
    title: () => 'Back-ups fail',
    well: () => 'Back-ups are made again',
    what: ({ name, since }) => {
      const last =
        since === ''
          ? 'There is no good back-up'
          : `The last back-up that a trial restore has proven was begun at ${since}`;
      return name === '' ? `${last}.` : `The last attempt to back up failed (${name}). ${last}.`;
    },
    meaning: 'Until one is good, a lost disk or a mistake costs what came since the last one.',
    todo: 'npm run brava -- backups says why, and so does the page below. It is tried again every hour.',
    section: 'docs/operate/alarms.md#bravabackupfailing',
  },
  shedding: {
    title: () => 'New donations are refused',
    well: () => 'New donations are taken again',
    what: ({ name }) =>
      `A server refuses new donations, because there is more to do than its limits allow (${name}).`,
    meaning: 'Donors are asked to try again in a moment. What has begun goes on, and nothing is lost.',
    todo: 'If it lasts: another server process, a larger database, another node, or a greater limit. What stands in brackets says which of them helps.',
    section: 'docs/operate/limits.md#past-capacity',
  },
  disk_low: {
    title: ({ name }) => `The disk of ${name} is nearly full`,
    well: ({ name }) => `The disk of ${name} is no longer found nearly full`,
    doubt:
      'Only a server that runs there can see it: if that one has ended, or the folder is gone, nobody knows how full the disk is.',
    what: ({ name, count }) => `The disk of ${name} has ${sayMegabytes(count)} left.`,
    meaning: 'When it is full, nothing can be written there: clips are refused, and a database on it stops.',
    todo: 'Make room, or move the folder to a larger disk: old logs and old back-ups on it are the first to go.',
    section: 'docs/operate/alarms.md#being-told-of-trouble',
  },
};

function sayMegabytes(megabytes: number): string {
  return megabytes < 1000 ? `${megabytes} MB` : `${(megabytes / 1000).toFixed(1)} GB`;
}
