/** English: the chapter on widgets. */
export const texts = {
  sources: {
    title: 'Three more browser sources',
    body: `
On the page **Widgets** of your account there are a goal bar, a leaderboard and the latest donations. Each has an address of its own and its own recommended size; add it as you added the alerts, by dragging or by hand. They follow every paid donation by themselves.

Only paid donations count. Tests, unpaid ones and ones that failed do not. Names are masked by the same word lists as your alerts.

! These addresses contain the secret code of your widget link. When you replace that link, replace these sources too.`,
  },
  goal: {
    title: 'Goal bar',
    body: `
Say what you collect for and how much. **Starts from (SOL)** adds money that came another way. **Start anew** counts from this moment on. Tokens do not count: the bar is in SOL.

![The goal bar over a bright and a dark picture: A new microphone, 61 percent](goal)`,
  },
  leaderboard: {
    title: 'Leaderboard',
    body: `
Up to ten places, by what each name gave in all: today, in this stream, or since you registered. Today begins at midnight in the time zone of your Settings. Left out are donors without a name, whoever you blocked, donations whose alert is held, rejected, skipped or dismissed until you approve or replay it, those whose donors hide name or amount, and donations in tokens.

Names are what donors type. Two people with one name share a place, and anybody may take any name.`,
  },
  latest: {
    title: 'Latest donations',
    body: `
The newest up to twenty, as many as fit. What is blocked is left out; a donor whose alert is held, rejected, skipped or dismissed is shown as Anonymous until you approve or replay it; one who hides the name, always. A hidden amount is left out.`,
  },
  streams: {
    title: 'Counting a stream apart',
    body: `
**Start stream** begins a count of its own, for the leaderboard and for you; **End stream** ends it. Only your widgets know of it: it starts nothing in OBS and nothing at your platform.`,
  },
};
