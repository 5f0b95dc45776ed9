import { cards, mostCards } from '#contract/selling/cards.ts'
import type { CardProvider } from '#server/adapters/payments/card-provider.ts'
import type { SavedCard } from '#server/adapters/payments/saved-cards.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { record } from '#server/platform/events/record.ts'
import { asCustomer, findCustomer } from '#server/selling/payments/customer.ts'
import { reached } from '#server/selling/payments/providers.ts'
import {
  payByDefault,
  refuseCardInUse,
  renewedBy,
  replaceCard,
} from '#server/selling/renewals/cards.ts'

type Done = 'card.added' | 'card.made_default' | 'card.removed'

/** The provider stores another copy of a card each time it is entered: `ids` are all of them. */
type Kept = SavedCard & { ids: string[] }

export async function listCards(db: Database, provider: CardProvider, userId: number) {
  const renewed = await renewedBy(db, userId)
  return (await read(provider, await findCustomer(db, userId))).map((card) =>
    shown(
      card,
      renewed.flatMap((each) => (card.ids.includes(each.card) ? [each.product] : [])),
    ),
  )
}

/** Starts adding a card. Throws 409 if the customer has too many. */
export async function beginCard(db: Database, provider: CardProvider, userId: number) {
  const kept = await read(provider, await findCustomer(db, userId))
  if (kept.length >= mostCards) throw new Refusal(cards.begin.refusals.too_many_cards)
  return reached(asCustomer(db, provider, userId, (customer) => provider.beginCard(customer)))
}

/** Stores a card that the provider has confirmed. Throws 409 if it is not confirmed yet. */
export async function addCard(
  db: Database,
  provider: CardProvider,
  userId: number,
  { setupId, makeDefault }: { setupId: string; makeDefault: boolean },
) {
  const customer = await findCustomer(db, userId)
  const added = customer && (await reached(provider.readAddedCard(customer, setupId)))
  const kept = added ? await read(provider, customer) : []
  // The added copy itself may have been removed by then.
  const card = kept.find((each) => added && keyOf(each) === keyOf(added))
  if (!customer || !card) throw new Refusal(cards.add.refusals.not_confirmed)
  const chosen = makeDefault || kept.length === 1
  const isNew = chosen && !card.isDefault
  if (isNew) await reached(provider.setDefaultCard(customer, card.id))
  await note(db, userId, 'card.added', card)
  if (!chosen) return shown(card)
  if (isNew) await note(db, userId, 'card.made_default', card)
  // Even if it already is the default: the answer to an earlier request may have been lost.
  await payByDefault(db, userId, card)
  return shown({ ...card, isDefault: true })
}

/** Throws 404 if the customer has no such card. */
export async function makeDefault(
  db: Database,
  provider: CardProvider,
  userId: number,
  cardId: string,
) {
  const { customer, card } = await requireCard(db, provider, userId, cardId)
  await reached(provider.setDefaultCard(customer, cardId))
  await note(db, userId, 'card.made_default', card)
  await payByDefault(db, userId, card)
}

/** Renewals move to the default or latest other card. Throws 404, and 409 without another card. */
export async function removeCard(
  db: Database,
  provider: CardProvider,
  userId: number,
  cardId: string,
) {
  const { customer, card, others } = await requireCard(db, provider, userId, cardId)
  const good = others.filter((each) => !isExpired(each))
  const instead = good.find((each) => each.isDefault) ?? good[0]
  if (!instead) await refuseCardInUse(db, userId, card.ids)
  for (const id of card.ids) {
    // Replace the card before removing it: the provider may remove it even if its answer is lost.
    if (instead) await replaceCard(db, userId, id, instead)
    await reached(provider.removeCard(customer, id))
    if (!instead) await replaceCard(db, userId, id, null)
  }
  const [next] = others
  if (card.isDefault && next) await reached(provider.setDefaultCard(customer, next.id))
  await note(db, userId, 'card.removed', card)
}

async function read(provider: CardProvider, customer: string | null): Promise<Kept[]> {
  return customer ? together(await reached(provider.listCards(customer))) : []
}

const keyOf = ({ id, fingerprint, expMonth, expYear }: SavedCard) =>
  fingerprint ? `${fingerprint} ${expMonth} ${expYear}` : id

/** Groups the copies of a card and shows one of them: the default, or the latest. */
export function together(cards: SavedCard[]): Kept[] {
  return [...Map.groupBy(cards, keyOf).values()].map((each) => ({
    ...(each.find(({ isDefault }) => isDefault) ?? each[0]!),
    ids: each.map(({ id }) => id),
  }))
}

async function requireCard(db: Database, provider: CardProvider, userId: number, cardId: string) {
  const customer = await findCustomer(db, userId)
  const kept = await read(provider, customer)
  const card = kept.find(({ ids }) => ids.includes(cardId))
  if (!customer || !card) throw new Refusal(cards.remove.refusals.unknown_card)
  return { customer, card, others: kept.filter((each) => each !== card) }
}

function note(db: Database, userId: number, done: Done, { brand, last4 }: SavedCard) {
  return transaction(db, (tx) => record(tx, done, { userId, data: { brand, last4 } }))
}

/** A card is valid until the end of its month. */
function shown(
  { id, brand, last4, expMonth, expYear, isDefault }: SavedCard,
  renewals: string[] = [],
) {
  const expired = isExpired({ expMonth, expYear })
  return {
    id,
    brand,
    last4,
    exp_month: expMonth,
    exp_year: expYear,
    expired,
    default: isDefault,
    renewals,
  }
}

const isExpired = ({ expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>) =>
  Date.UTC(expYear, expMonth) <= clock.now()
