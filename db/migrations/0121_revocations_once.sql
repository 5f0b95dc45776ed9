-- So that a revocation whose answer was lost is not made again, of what was issued meanwhile.
alter table build_revocations add column request_id uuid unique;
