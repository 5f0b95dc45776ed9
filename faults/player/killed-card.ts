import type { CardProvider } from '#server/adapters/payments/card-provider.ts'

const movesMoney = new Set<string | symbol>([
  ...['chargeSavedCard', 'retryCharge', 'cancelCharge', 'createRefund'],
])

export class Killed extends Error {}

/** A card provider for a process that is killed at its next call that moves money, before or after the call. */
export function killedCard(card: CardProvider, when: 'before' | 'after'): CardProvider {
  return new Proxy(card, {
    get(target, name) {
      const own = Reflect.get(target, name)
      if (typeof own !== 'function') return own
      if (!movesMoney.has(name)) return own.bind(target)
      return async (...given: unknown[]) => {
        if (when === 'after') await own.apply(target, given)
        throw new Killed('The process was killed')
      }
    },
  })
}
