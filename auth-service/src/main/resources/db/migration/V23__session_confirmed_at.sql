-- When the password was last confirmed in the session after its sign-in; null as long as the sign-in is the latest proof.
alter table session add column confirmed_at timestamptz;
