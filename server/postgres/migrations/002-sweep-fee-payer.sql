-- A remainder that cannot pay its own fee is swept at the expense of the streamer's wallet.
alter table sweeps add column fee_payer text;
update sweeps set fee_payer = address;
alter table sweeps alter column fee_payer set not null;
