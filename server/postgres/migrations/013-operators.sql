-- survived by: 010
-- Operators: accounts that may open /admin. The role is a fact with its time; the first one is given by the command line.
alter table users add column operator_since timestamptz;
create index users_operators on users (operator_since) where operator_since is not null;
-- Who acted on somebody else's account. Empty: the account itself, or the command line where the action begins with 'operator_'.
alter table audit add column actor_id uuid references users;
-- The log is read newest first: all of it, of one account, by one operator, or of one action.
create index audit_account on audit (user_id, id desc);
create index audit_actor on audit (actor_id, id desc) where actor_id is not null;
create index audit_action on audit (action, id desc);
-- What the comparing of books and chain has found, by address.
create index audit_ledger on audit ((detail->>'address'), id) where action in ('ledger_differs', 'ledger_agrees');
