-- survived by: 016
-- The wallets for which a recovery made an account that has another key number, because somebody had theirs already. Names
-- and payout addresses change, and anybody may choose the ones of such an account: only this tells whose the money is.
create table recovered_wallets (
  key_epoch integer not null check (key_epoch >= 0),
  key_user integer not null check (key_user > 0),
  user_id uuid not null references users,
  primary key (key_epoch, key_user)
);
