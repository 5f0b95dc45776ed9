import { gameRefusals } from '#contract/games.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { ImageRow } from '#server/kernel/images.ts'
import { pictureOf } from '#server/kernel/images.ts'
import { htmlOf } from '#server/kernel/kept-html.ts'
import { ruleOf, termsOf } from './term-rule.ts'

const most = 500

export function selectGames(db: Database) {
  return db
    .selectFrom('games')
    .leftJoin('images', 'images.id', 'games.image_id')
    .select([
      'games.id',
      'games.slug',
      'games.name',
      'games.price_cents',
      'games.description',
      'games.hidden',
      'games.disabled',
      'games.featured',
      'games.savings_3',
      'games.savings_6',
      'games.savings_12',
      'games.ends_in_99',
      'images.hash',
      'images.width',
      'images.height',
      'images.color',
      'images.widths',
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectGames>['executeTakeFirstOrThrow']>>

/** A row with the picture that goes with it. */
export function presentGame<R extends Row>({
  price_cents,
  hash,
  width,
  height,
  color,
  widths,
  savings_3,
  savings_6,
  savings_12,
  ends_in_99,
  ...game
}: R) {
  const rule = ruleOf({ savings_3, savings_6, savings_12, ends_in_99 })
  const image = hash ? pictureOf({ hash, width, height, color, widths } as ImageRow) : null
  return {
    ...game,
    price: price_cents,
    terms: termsOf(price_cents, rule),
    image,
    imageUrl: image?.src ?? null,
  }
}

/** The games that the store lists, in its order. */
export async function listGames(db: Database) {
  const rows = await selectGames(db)
    .where('hidden', '=', false)
    .orderBy('position')
    .orderBy('games.id')
    .limit(most)
    .execute()
  return rows.map(presentGame)
}

/** Any game, unlisted and unsold ones too. Throws 404 'Product not found'. */
export async function readGame(db: Database, id: number) {
  const row = await selectGames(db)
    .select(['games.html', 'games.rendered_from'])
    .where('games.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Refusal(gameRefusals.unknown_product)
  const { html, rendered_from, ...game } = row
  const description_html = htmlOf(game.description, { html, rendered_from })
  return { ...presentGame(game), description_html }
}
