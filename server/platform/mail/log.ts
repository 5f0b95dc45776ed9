import { sql } from 'kysely'
import type { MailStatus } from '#contract/platform/mail.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { startingWith } from '#server/kernel/lists/like.ts'
import { nextAfter, type Page, pageOf } from '#server/kernel/lists/page.ts'
import { findMail } from '#server/platform/texts/declared-mails.ts'
import { shownName } from '#server/platform/users/shown-name.ts'

type Wanted = Page & {
  after?: string | undefined
  search?: string | undefined
  status?: MailStatus | undefined
}

export async function listMails(db: Database, { search, status, after, ...page }: Wanted) {
  const matching = selectMails(db)
    .$if(status !== undefined, (query) => query.where('mails.status', '=', status!))
    .$if(Boolean(search), (query) => {
      const beginning = startingWith(search!.toLowerCase())
      return query.where((eb) =>
        eb.or([
          eb(sql`lower(recipient)`, 'like', beginning),
          eb(
            'mails.user_id',
            'in',
            eb
              .selectFrom('users')
              .select('users.id')
              .where(sql`lower(username)`, 'like', beginning),
          ),
        ]),
      )
    })
    .select(columns)
    .orderBy('mails.id', 'desc')
  const beyond = after === undefined ? undefined : sql<boolean>`mails.id < ${after}::bigint`
  const { rows, total } = await pageOf(matching, { ...page, beyond })
  const next = nextAfter(rows, page, ({ id }) => String(id))
  return { mails: rows.map(present), next, total }
}

export async function getMail(db: Database, id: number) {
  const row = await selectMails(db).select(columns).where('mails.id', '=', id).executeTakeFirst()
  return row && present(row)
}

const columns = [
  'mails.id',
  'mails.user_id as uid',
  'users.username',
  'recipient',
  'template',
  'subject',
  'status',
  'error',
  'mails.created_at',
  'sent_at',
  'resend_of',
  sql<string | null>`case when mails.about ->> 'order' ~ '^[0-9a-f-]{36}$' then
    (select id from orders where id = (mails.about ->> 'order')::uuid) end`.as('order'),
  shownName<string | null>('staff').as('resent_by'),
] as const

function selectMails(db: Database) {
  return db
    .selectFrom('mails')
    .leftJoin('users', 'users.id', 'mails.user_id')
    .leftJoin('users as staff', 'staff.id', 'resent_by')
}

function present<Row extends { template: string }>(row: Row) {
  return { ...row, resendable: Boolean(findMail(row.template)?.again) }
}
