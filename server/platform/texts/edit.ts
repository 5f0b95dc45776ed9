import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { staffTexts } from '#contract/platform/staff-texts.ts'
import { awaitsAcceptance, type TextName } from '#contract/platform/text-pages.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { type Tx, transaction } from '#server/kernel/database/database.ts'
import { parseBody } from '#server/kernel/http/parse-input.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { changedOf, type Kept, wholeOf } from './content.ts'
import { getWrittenMail } from './declared-mails.ts'
import { getTextShape } from './defaults.ts'
import { logged } from './logged.ts'
import { getText, readKept } from './read.ts'

/**
 * Saves a draft or publishes it. Throws `changed_meanwhile` if another change was saved since the
 * given revision. Every process uses a published text within a second: the trigger `texts_changed`
 * (`db/schema/06-site.sql`) notifies it, and `server/kernel/cache/` drops what it remembered.
 */
export function saveText(
  shop: PlatformShop,
  staff: Staff,
  body: Kept & { name: TextName; publish: boolean; revision?: number | undefined },
) {
  const { name, publish, revision: seen, ...texts } = body
  return transaction(shop.db, async (tx) => {
    const row = await lock(shop, tx, name)
    await refuseStale(tx, staff, { text: name }, seen, row.revision)
    const kept = changedOf(texts, row.shape.defaults)
    const published = await readKept(tx, name, row.version)
    const same = isDeepStrictEqual(kept, published)
    const edit = { tx, staff, row, published }
    if (publish && (!same || awaitsAcceptance(row))) await publishKept(edit, kept)
    // A draft that equals the published text is not stored.
    else await keepDraft(edit, same ? null : kept)
    return getText({ ...shop, db: tx }, name)
  })
}

/** Like `saveText`, for a mail. Throws `changed_meanwhile`, `unknown_text` and `Invalid`. */
export function saveMailText(
  shop: PlatformShop,
  staff: Staff,
  { name, publish, revision, ...texts }: Parsed<typeof staffTexts.saveMail>['body'],
) {
  const words = parseBody(getWrittenMail(name).schema, texts)
  return saveText(shop, staff, { ...words, name, publish, revision })
}

/** Throws `unknown_text`, and `changed_meanwhile` if the staff member has not read this draft. */
export function discardDraft(
  shop: PlatformShop,
  staff: Staff,
  name: TextName,
  seen: number | undefined,
) {
  return transaction(shop.db, async (tx) => {
    const row = await lock(shop, tx, name)
    await refuseStale(tx, staff, { text: name }, seen, row.revision)
    const published = await readKept(tx, name, row.version)
    await keepDraft({ tx, staff, row, published }, null)
    return getText({ ...shop, db: tx }, name)
  })
}

/** Throws `unknown_text`, `unknown_version` and `changed_meanwhile`. */
export function rollBack(
  shop: PlatformShop,
  staff: Staff,
  name: TextName,
  { version, revision: seen }: Parsed<typeof staffTexts.rollBack>['body'],
) {
  return transaction(shop.db, async (tx) => {
    const row = await lock(shop, tx, name)
    await refuseStale(tx, staff, { text: name }, seen, row.revision)
    const wanted = await readKept(tx, name, version)
    const published = await readKept(tx, name, row.version)
    if (!isDeepStrictEqual(wanted, published)) {
      await publishKept({ tx, staff, row, published }, wanted, version)
    }
    return getText({ ...shop, db: tx }, name)
  })
}

type Row = Awaited<ReturnType<typeof lock>>

async function lock(shop: PlatformShop, tx: Tx, name: TextName) {
  const shape = getTextShape(name, shop)
  await tx
    .insertInto('texts')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('texts')
    .select(['version', 'draft', 'revision'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, name, shape, draft: row.draft as Kept | null }
}

type Edit = { tx: Tx; staff: Staff; row: Row; published: Kept }

/** If `restores` names the former version that is published again, the draft is not changed. */
async function publishKept(
  { tx, staff, row, published }: Edit,
  kept: Kept,
  restores: number | null = null,
) {
  const { name, shape } = row
  const version = row.version + 1
  await tx
    .insertInto('text_versions')
    .values({
      name,
      version,
      content: JSON.stringify(kept),
      published_by: staff.id,
      restores,
    })
    .execute()
  const { revision } = await tx
    .updateTable('texts')
    .set({
      version,
      updated_at: sql`now()`,
      ...(restores === null && { draft: null, draft_by: null, draft_at: null }),
    })
    .where('name', '=', name)
    .returning('revision')
    .executeTakeFirstOrThrow()
  const data = { text: name, version, revision, ...difference(shape, published, kept) }
  if (restores === null) await record(tx, 'text.published', { staff, data })
  else await record(tx, 'text.rolled_back', { staff, data: { ...data, restores } })
}

/** Null deletes the draft. */
async function keepDraft({ tx, staff, row, published }: Edit, kept: Kept | null) {
  const { name, shape, draft, revision: seen } = row
  const { revision } = await tx
    .updateTable('texts')
    .set({
      draft: kept && JSON.stringify(kept),
      draft_by: kept && staff.id,
      draft_at: kept && sql<Date>`now()`,
      updated_at: sql`now()`,
    })
    .where('name', '=', name)
    .returning('revision')
    .executeTakeFirstOrThrow()
  if (revision === seen) return
  const data = { text: name, revision }
  if (kept === null) {
    const gone = { before: { draft: true }, after: { draft: false } }
    return record(tx, 'text.draft_discarded', { staff, data: { ...data, ...gone } })
  }
  const changes = difference(shape, draft ?? published, kept)
  await record(tx, 'text.drafted', { staff, data: { ...data, ...changes } })
}

function difference({ schema, defaults }: Row['shape'], before: Kept, after: Kept) {
  return logged(wholeOf(schema, before, defaults), wholeOf(schema, after, defaults))
}
