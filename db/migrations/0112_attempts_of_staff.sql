-- The name that the browser of staff gave what it asks for: asked again as the answer was lost, it counts once.
alter table incidents add column request_id uuid unique;
alter table credit_batches add column request_id uuid unique;
