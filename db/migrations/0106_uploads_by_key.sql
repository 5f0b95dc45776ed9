-- A pipeline's upload in parts, which its key begins and goes on with: docs/decisions/releases.md.
alter table release_uploads
  add column api_key_id bigint references api_keys,
  add constraint release_uploads_sender_check check (num_nonnulls(user_id, api_key_id) <= 1);
create index release_uploads_api_key on release_uploads (api_key_id) where api_key_id is not null;
