-- Of an index over some rows the planner uses no statistics: without these it took one order of 200 to
-- have any code or address, and looked for the few that do through all of them, newest first.
create statistics order_items_code_text on (lower(discount_code)) from order_items;
create statistics payments_address_text on (lower(pay_address)) from payments;
create statistics payments_transaction_text on (lower(transaction_id)) from payments;
analyze order_items;
analyze payments;
