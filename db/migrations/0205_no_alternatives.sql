-- Releases have no declared alternatives any more. Copies are marked in slots and at their end.
alter table loader_releases drop column alternatives;
