import { accountRefusals } from '#contract/wire/account-refusals.ts'

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
    sentence: 'Your subscription has expired.',
    advice: 'Renew it, then start the loader again.',
  },
  FROZEN: {
    sentence: 'This product is down right now. Your subscription time is paused.',
    advice: 'Check the status page to see when it is back.',
  },
  SUSPENDED: {
    sentence: 'Your access is suspended until our staff have reviewed it.',
    advice: 'Contact support.',
  },
  BANNED: { sentence: `${accountRefusals.banned.sentence}.`, advice: 'Contact support.' },
  NO_DEVICE: {
    sentence: 'The loader is not linked to your account.',
    advice: 'Start the loader on your device and link it.',
  },
  DEVICE_MISMATCH: {
    sentence: 'This is not the device that you linked, or too much of its hardware has changed.',
    advice: 'Release the old device on the Devices page, then link this one.',
  },
  TOO_MANY_DEVICES: {
    sentence: 'Your subscription is already in use on the maximum number of devices.',
    advice: 'Release a device on the Devices page, then start the loader again.',
  },
  TOO_MANY_SESSIONS: {
    sentence: 'You are playing on another device.',
    advice: 'Close the game there, or wait a few minutes.',
  },
  COMPONENTS_INSUFFICIENT: {
    sentence: 'This device does not provide enough information to identify it.',
    advice: 'Start the loader as an administrator, and not in a virtual machine.',
  },
  BUILD_UNKNOWN: {
    sentence: 'This loader was not issued by this shop, or it was modified.',
    advice: 'Download your loader again.',
  },
  BUILD_REVOKED: {
    sentence: 'This loader was revoked.',
    advice: 'Request a new one.',
  },
  BUILD_NOT_YOURS: {
    sentence: 'This loader was issued to another customer.',
    advice: 'Download your own loader.',
  },
  VERSION_TOO_OLD: {
    sentence: 'This version of the loader is too old. Version {minimum} or later is required.',
    advice: 'Request your loader again and download it.',
  },
  PRODUCT_OFFLINE: {
    sentence: 'This product is offline right now.',
    advice: 'Check the status page.',
  },
  CLOCK_SKEW: {
    sentence: 'The clock of this device is wrong.',
    advice: 'Set the clock automatically, then start the loader again.',
  },
  REPLAYED: {
    sentence: 'This request was already sent.',
    advice: 'Start the loader again.',
  },
  RATE_LIMITED: {
    sentence: 'Too many requests. Please wait {retry_after} seconds.',
    advice: 'Wait, then start the loader again.',
  },
  MAINTENANCE: {
    sentence: 'The shop is under maintenance.',
    advice: 'Try again later.',
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
  sentence: 'You have paused your subscription until {paused_until}.',
  advice: 'Select Resume now on your dashboard, under Subscriptions, and start the loader again.',
}

/** `FROZEN` for time that is frozen by a dispute. */
export const heldWords = {
  sentence:
    'A payment for this subscription is disputed. Your remaining time is on hold until your bank decides.',
  advice:
    'Check the order on your dashboard, or contact support. If you did not mean to dispute it, tell your bank.',
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
