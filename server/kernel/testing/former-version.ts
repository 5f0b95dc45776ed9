import pg from 'pg'
import { baseline } from '#server/kernel/migrations/migrate.ts'
import { hashToken } from '#server/kernel/secrets/tokens.ts'

/** A release sets this to its own last migration. Before the first release, it is the baseline. */
export const lastOfPreviousVersion: string = baseline

/**
 * Uses the previous version's own statements: a purchase, a ticket, an administrator, log entries
 * and mails. The tokens belong to the sessions of both users.
 */
export async function writeAsFormerVersion(url: string, name: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const tokens = { customer: `customer ${name}`, admin: `admin ${name}` }
    const values = [name, hashToken(tokens.customer), hashToken(tokens.admin)]
    const { rows } = await client.query<{ order: string; ticket: string }>(statement, values)
    return { ...rows[0]!, tokens }
  } finally {
    await client.end()
  }
}

const statement = `
  with customer as (
    insert into users (username, email, verified_at)
    values ('buyer-' || $1, 'buyer-' || $1 || '@example.com', now()) returning id
  ), admin as (
    insert into users (username, email, verified_at, admin)
    values ('admin-' || $1, 'admin-' || $1 || '@example.com', now(), true) returning id
  ), signed_in as (
    insert into sessions (user_id, token_hash, expires_at)
    select id, $2::bytea, now() + interval '1 day' from customer union all
    select id, $3::bytea, now() + interval '1 day' from admin
  ), product as (
    insert into products (slug, name, price_cents) values ('game-' || $1, 'Game ' || $1, 1799) returning id
  ), code as (
    insert into discounts (code, product_id, type, amount)
    select upper('SAVE' || $1), id, 1, 10 from product returning id
  ), bought as (
    insert into orders (user_id, type, payment_status, total_cents, paid_at)
    select id, 'card', 'finished', 1799, now() from customer returning id
  ), item as (
    insert into order_items (order_id, product_id, product_name, months, list_cents)
    select bought.id, product.id, 'Game ' || $1, 1, 1799 from bought, product returning id
  ), paid as (
    insert into payments (order_id, provider, provider_id, status, amount_cents)
    select id, 'stripe', 'cs_' || $1, 'paid', 1799 from bought
  ), run as (
    insert into subscriptions (user_id, product_id, term_length, ends_at)
    select customer.id, product.id, 2592000, now() + interval '30 days' from customer, product returning id
  ), counted as (
    insert into time_entries (subscription_id, seconds, cause, order_item_id)
    select run.id, 2592000, 'purchase', item.id from run, item
  ), asked as (
    insert into tickets (user_id, title, content, category)
    select id, 'Help ' || $1, 'It does not start', 'Technical' from customer returning id
  ), answered as (
    insert into ticket_messages (ticket_id, user_id, content)
    select asked.id, admin.id, 'Start it again' from asked, admin
  ), mailed as (
    insert into mails (user_id, recipient, template, subject, text_body, html_body, status, sent_at)
    select id, 'buyer-' || $1 || '@example.com', 'receipt', 'Receipt ' || $1, 'Paid', '<p>Paid</p>', 'sent', now()
      from customer
  ), logged as (
    insert into logs (level, type, message, user_id)
    select 1, 'orders', 'Order placed ' || $1, id from customer
  ), posted as (
    insert into blog_posts (title, content, author, published_at)
    values ('News ' || $1, 'There is *news*', 'admin', now())
  ), reported as (
    insert into modules (repo, version, status) values ('module-' || $1, '1.0', 'operational')
  )
  select (select id from bought) as order, (select id from asked)::text as ticket`
