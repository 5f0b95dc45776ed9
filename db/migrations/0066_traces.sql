-- A traced hash is looked up among those of the copies.
create index loader_builds_sha256 on loader_builds (sha256) where sha256 is not null;
