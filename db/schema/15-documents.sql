-- Receipts, invoices and credit notes: append-only, with consecutive numbers.

-- Number ranges of documents, without gaps.
create table document_series (
  series text primary key check (series ~ '^[A-Z]{2,8}(-[A-Z]{2})?$'),
  -- The last assigned number.
  last integer not null default 0 check (last >= 0)
);
-- Only a new document may advance the number.
create trigger document_series_counts before update or delete on document_series
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger document_series_begins before insert on document_series
  for each row when (new.last <> 0) execute function refuse_change();
create trigger document_series_never_truncated before truncate on document_series
  for each statement execute function refuse_change();

-- Issued documents.
create table documents (
  id bigint generated always as identity primary key,
  series text not null references document_series,
  number integer not null,
  -- As displayed: `INV-12`.
  name text generated always as (series || '-' || number::text) stored unique,
  kind text not null check (kind in ('receipt', 'invoice', 'credit_note', 'cancellation')),
  order_id uuid not null references orders,
  -- The document that a credit note corrects, or the credit note that a cancellation reverses.
  corrects_id bigint references documents,
  -- The refund that it documents. Null of a lost dispute.
  refund_id uuid references refunds,
  issued_at timestamptz not null,
  -- Negative on credit notes.
  total_cents integer not null,
  tax_cents integer not null default 0,
  -- The complete content as JSON, byte for byte.
  content text not null,
  sha256 text not null check (sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  unique (series, number),
  check ((kind in ('credit_note', 'cancellation')) <= (corrects_id is not null)),
  check (case when kind = 'credit_note' then total_cents <= 0 else total_cents >= 0 end)
);
create index documents_order on documents (order_id, id);
create index documents_issued on documents (issued_at desc, id desc);
create index documents_corrects on documents (corrects_id) where corrects_id is not null;
create unique index documents_refund on documents (refund_id, kind) where refund_id is not null;
-- The first document of a sale. An order is sold once.
create unique index documents_sale on documents (order_id)
  where kind in ('receipt', 'invoice') and corrects_id is null;
-- The document that replaces a canceled one.
create unique index documents_in_place on documents (corrects_id)
  where kind in ('receipt', 'invoice') and corrects_id is not null;
create trigger documents_append_only before update or delete on documents
  for each row execute function refuse_change();
create trigger documents_never_truncated before truncate on documents
  for each statement execute function refuse_change();

-- The number must be the next one of its series.
create function documents_next() returns trigger language plpgsql as $$
declare
  next integer;
begin
  insert into document_series (series) values (new.series) on conflict do nothing;
  update document_series set last = last + 1 where series = new.series returning last into next;
  if new.number is distinct from next then
    raise exception 'the next document of % has the number %, not %', new.series, next, new.number
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger documents_next before insert on documents
  for each row execute function documents_next();

-- The files that were generated of a document, to tell real ones from forged ones.
create table document_files (
  document_id bigint not null references documents,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_at timestamptz not null default now(),
  primary key (document_id, sha256)
);
create index document_files_sha256 on document_files (sha256);
create trigger document_files_append_only before update or delete on document_files
  for each row execute function refuse_change();
create trigger document_files_never_truncated before truncate on document_files
  for each statement execute function refuse_change();
