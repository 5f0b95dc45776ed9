-- Sessions that run when the interval of heartbeats becomes shorter beat by the former one once more.
alter table settings
  add column former_beat_seconds integer,
  add column former_beats_until timestamptz;
