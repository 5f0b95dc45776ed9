import type { CardProvider } from '#server/adapters/payments/card-provider.ts'

const takesMoney = new Set<string | symbol>([
  ...['chargeSavedCard', 'retryCharge', 'cancelCharge', 'createRefund'],
])

export class Killed extends Error {}

/** A process that ends when it next asks the provider for money: before the provider hears, or after. */
export function killedCard(card: CardProvider, when: 'before' | 'after'): CardProvider {
  return new Proxy(card, {
    get(target, name) {
      const own = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      if (!takesMoney.has(name)) return own.bind(target)
      return async (...given: unknown[]) => {
        if (when === 'after') await own.apply(target, given)
        throw new Killed('The process was killed')
      }
    },
  })
}
