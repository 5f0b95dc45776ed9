import { sql } from 'kysely'
import { type staffTexts, versionRefusals } from '#contract/platform/staff-texts.ts'
import { isLegal, isMailText, pageName, type TextName } from '#contract/platform/text-pages.ts'
import type { Parsed, Returned } from '#contract/wire/endpoint.ts'
import { fillIn } from '#contract/wire/placeholders.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { pageOf } from '#server/kernel/lists/page.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { shownName } from '#server/platform/users/shown-name.ts'
import { type Kept, wholeOf } from './content.ts'
import { getWrittenMail, listWrittenMails } from './declared-mails.ts'
import { getTextShape, type Used } from './defaults.ts'
import { legalValues, shown } from './legal.ts'

export async function listTexts(db: Database) {
  const rows = await selectTexts(db).execute()
  const names = [
    ...pageName.options,
    ...listWrittenMails().map(({ name }) => `mail-${name}` as const),
  ]
  return names.map((name) =>
    summaryOf(
      name,
      rows.find((row) => row.name === name),
    ),
  )
}

/** Returns a text with its defaults, for its editor. Throws `unknown_text`. */
export async function getText({ db, ...used }: { db: Database } & Used, name: TextName) {
  const { schema, defaults } = getTextShape(name, used)
  const row = await selectTexts(db).where('texts.name', '=', name).executeTakeFirst()
  const whole = (kept: unknown) => wholeOf(schema, (kept ?? {}) as Kept, defaults)
  return {
    ...summaryOf(name, row),
    draft: row?.draft ? whole(row.draft) : null,
    published: whole(row?.content),
    defaults,
    revision: row?.revision ?? 1,
  }
}

/** Throws `unknown_text`. */
export async function listVersions(
  db: Database,
  name: TextName,
  page: Parsed<typeof staffTexts.versions>['query'],
) {
  if (isMailText(name)) getWrittenMail(name)
  const { rows, total } = await pageOf(
    db
      .selectFrom('text_versions')
      .leftJoin('users', 'users.id', 'published_by')
      .select(['version', 'published_at', 'restores', 'content'])
      .select(shownName<string | null>('users').as('published_by'))
      .where('name', '=', name)
      .orderBy('version', 'desc'),
    page,
  )
  const versions = rows.map(({ content, ...row }) => ({
    ...row,
    changed: Object.keys(content as Kept),
  }))
  return { versions, total }
}

/** Returns what visitors would see. Throws `unknown_text` and `unknown_version`. */
export async function previewText(
  shop: PlatformShop,
  name: TextName,
  version: number | undefined,
): Promise<Returned<typeof staffTexts.preview>> {
  const { mail, draft, published } = await getText(shop, name)
  const texts =
    version === undefined ? (draft ?? published) : await readVersion(shop, name, version)
  const content = mail ? texts : fillIn(texts, valuesOf(shop, name))
  const now = clock.date()
  return {
    mail,
    content,
    version: version ?? null,
    legal: isLegal(name)
      ? { ...shown(shop, name, String(content.body)), version: 1, since: now, current: true }
      : null,
  }
}

function valuesOf({ config }: PlatformShop, name: TextName) {
  return isLegal(name) ? legalValues(config) : { shop: config.shopName }
}

/** Version 0 consists of the defaults only. Throws `unknown_version`. */
async function readVersion(shop: { db: Database } & Used, name: TextName, version: number) {
  const kept = await readKept(shop.db, name, version)
  const { schema, defaults } = getTextShape(name, shop)
  return wholeOf(schema, kept, defaults)
}

export async function readKept(db: Database, name: TextName, version: number): Promise<Kept> {
  if (version === 0) return {}
  const row = await db
    .selectFrom('text_versions')
    .select('content')
    .where('name', '=', name)
    // A number too large for the column is handled like any unknown version.
    .where('version', '=', sql<number>`${version}::bigint`)
    .executeTakeFirst()
  if (!row) throw new Refusal(versionRefusals.unknown_version)
  return row.content as Kept
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTexts>['execute']>>[number]

function selectTexts(db: Database) {
  return db
    .selectFrom('texts')
    .leftJoin('text_versions', (join) =>
      join
        .onRef('text_versions.name', '=', 'texts.name')
        .onRef('text_versions.version', '=', 'texts.version'),
    )
    .leftJoin('users', 'users.id', 'published_by')
    .leftJoin('users as drafter', 'drafter.id', 'draft_by')
    .select(['texts.name', 'texts.version', 'texts.revision', 'draft', 'draft_at', 'draft_by'])
    .select(['content', 'published_at', 'published_by'])
    .select(shownName<string | null>('users').as('publisher'))
    .select(shownName<string | null>('drafter').as('drafter'))
}

function summaryOf(name: TextName, row: Row | undefined) {
  return {
    name,
    mail: isMailText(name) ? getWrittenMail(name) : null,
    version: row?.version ?? 0,
    published_at: row?.published_at ?? null,
    published_by: row?.published_at ? row.publisher : null,
    draft_at: row?.draft_at ?? null,
    draft_by: row?.draft_at ? row.drafter : null,
  }
}
