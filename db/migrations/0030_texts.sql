-- The shop's words where they are not its own defaults: only what was changed of a page is kept, so
-- that whatever was left alone gets better with an upgrade. Version 0 is the defaults.
create table texts (
  name text primary key check (name ~ '^[a-z-]{1,40}$'),
  version integer not null default 0 check (version >= 0),
  draft jsonb,
  -- No reference, as words outlive the people of a demo: they are emptied when these are taken out.
  draft_by bigint,
  draft_at timestamptz,
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  check (draft is null or draft_at is not null)
);
create trigger texts_changed after update on texts for each row
  when (old.version <> new.version) execute function notify_changed('settings');
create trigger texts_revision before update on texts for each row execute function
  next_revision('revision', 'updated_at', 'draft_at', 'draft_by');

create table text_versions (
  name text not null references texts,
  version integer not null check (version > 0),
  content jsonb not null,
  published_at timestamptz not null default now(),
  published_by bigint,
  -- The version that it brought back; 0 is the defaults.
  restores integer check (restores >= 0),
  primary key (name, version)
);

-- What the legal pages said, word for word, whenever that was another text: a version that was
-- published, better defaults, or another name or address of the seller.
create table legal_editions (
  name text not null check (name in ('terms', 'refunds', 'privacy')),
  edition integer not null check (edition > 0),
  body text not null,
  hash bytea not null check (length(hash) = 32),
  since timestamptz not null default now(),
  primary key (name, edition),
  unique (name, hash)
);
