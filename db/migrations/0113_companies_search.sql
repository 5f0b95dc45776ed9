-- Orders and their documents are found by the company that they are for: by any part of its name, or by
-- its VAT id.
create index orders_company on orders using gin (lower(company_name) gin_trgm_ops)
  with (fastupdate = off) where company_name is not null;
create index orders_vat_id on orders (vat_id, created_at desc) where vat_id is not null;
-- Of an index over some rows the planner uses no statistics.
create statistics orders_company_text on (lower(company_name)) from orders;
analyze orders;
