import { accountRefusals } from './account-refusals.ts'

/**
 * The decisions of the loader API: a sentence for the customer and the advice that goes with it.
 * The loader, the customer's page and docs/loader.md use these texts. Values known only at run time
 * are in braces.
 */
export const loaderCodes = {
  VALID: { sentence: 'You can play.', advice: '' },
  NO_SUBSCRIPTION: {
    sentence: 'You have no subscription to this product.',
    advice: 'Buy one in the store.',
  },
  EXPIRED: {
    sentence: 'Your subscription has ended.',
    advice: 'Renew it, and start the loader again.',
  },
  FROZEN: {
    sentence: 'This product is down for now. Your time stands still.',
    advice: 'Wait until the status page says that it is back.',
  },
  SUSPENDED: {
    sentence: 'Your access is suspended until our staff have looked at it.',
    advice: 'Write to support.',
  },
  BANNED: { sentence: `${accountRefusals.banned.sentence}.`, advice: 'Write to support.' },
  NO_DEVICE: {
    sentence: 'The loader is not paired with your account.',
    advice: 'Start it on your computer, and pair it.',
  },
  DEVICE_MISMATCH: {
    sentence:
      'This is another computer than the one that was paired, or too much of it has changed.',
    advice: 'Release the computer on the page Devices, and pair this one.',
  },
  TOO_MANY_DEVICES: {
    sentence: 'Your subscription is in use on as many computers as it allows.',
    advice: 'Release one on the page Devices, and start the loader again.',
  },
  TOO_MANY_SESSIONS: {
    sentence: 'You are playing on another computer.',
    advice: 'Close it there, or wait a few minutes.',
  },
  COMPONENTS_INSUFFICIENT: {
    sentence: 'Too little of this computer can be told apart from others.',
    advice: 'Start the loader as an administrator, and outside of a virtual machine.',
  },
  BUILD_UNKNOWN: {
    sentence: 'This loader was not issued by this shop, or it was changed.',
    advice: 'Download your loader again.',
  },
  BUILD_REVOKED: {
    sentence: 'This loader was withdrawn.',
    advice: 'Request a new one.',
  },
  BUILD_NOT_YOURS: {
    sentence: 'This loader was issued to somebody else.',
    advice: 'Download your own loader.',
  },
  VERSION_TOO_OLD: {
    sentence: 'This version of the loader is too old: {minimum} is needed.',
    advice: 'Request your loader again, and download it.',
  },
  PRODUCT_OFFLINE: {
    sentence: 'This product is offline at the moment.',
    advice: 'Look at the status page.',
  },
  CLOCK_SKEW: {
    sentence: 'The clock of this computer is wrong.',
    advice: 'Set it by the internet, and start the loader again.',
  },
  REPLAYED: {
    sentence: 'This request was sent before.',
    advice: 'Start the loader again.',
  },
  RATE_LIMITED: {
    sentence: 'Too many requests. Please wait {retry_after} seconds.',
    advice: 'Wait, and start the loader again.',
  },
  MAINTENANCE: {
    sentence: 'The shop is under maintenance.',
    advice: 'Try again in a while.',
  },
  SESSION_ENDED: {
    sentence: 'This session has ended.',
    advice: 'Start the game again.',
  },
} as const satisfies Record<string, { sentence: string; advice: string }>

export type LoaderCode = keyof typeof loaderCodes

export const loaderCodeNames = Object.keys(loaderCodes) as [LoaderCode, ...LoaderCode[]]

/** `FROZEN` for time that the customer has paused. */
export const pausedWords = {
  sentence: 'You have paused your time until {paused_until}.',
  advice: 'Press Resume now on your dashboard, under Subscriptions, and start the loader again.',
}

/** `FROZEN` for time that is frozen by a dispute. */
export const heldWords = {
  sentence: 'A payment of this time is disputed. Your time is kept until your bank decides.',
  advice:
    'Look at the order on your dashboard, or write to support. If you did not mean to dispute it, tell your bank.',
}

type CodeValues = {
  /** The time is frozen by a dispute. */
  held?: boolean | undefined
  minimum?: string | undefined
  retry_after?: number | undefined
  /** In milliseconds since 1970. */
  paused_until?: number | null | undefined
}

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** The sentence and the advice of a code, with the known values filled in. */
export function sayCode(code: LoaderCode, { paused_until: until, held, ...rest }: CodeValues = {}) {
  const frozen = until ? pausedWords : held ? heldWords : loaderCodes.FROZEN
  const { sentence, advice } = code === 'FROZEN' ? frozen : loaderCodes[code]
  const values: Record<string, unknown> = {
    ...rest,
    ...(until && { paused_until: `${moment.format(until)} UTC` }),
  }
  return {
    sentence: sentence.replace(/\{(\w+)\}/g, (braces, name) => String(values[name] ?? braces)),
    advice,
  }
}
