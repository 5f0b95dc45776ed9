import { captchaAction } from '#contract/platform/captcha.ts'
import type { CaptchaHandle } from './captcha.tsx'

export type HostedKind = 'recaptcha' | 'hcaptcha' | 'turnstile'

/** A widget on the page. Call `remove` before its element is removed. */
export type Shown = CaptchaHandle & { remove: () => void }

type Settings = Record<string, unknown>

/** The API that the three scripts share, with their differences. */
type Script = {
  render: (container: HTMLElement, settings: Settings) => string | number
  reset: (id: string | number) => void
  /** reCAPTCHA returns the token, hCaptcha an object if asked for one. Not used for Turnstile. */
  execute: (id: string | number, settings: Settings) => Promise<unknown>
  getResponse: (id: string | number) => string | undefined
  /** reCAPTCHA has no `remove`. */
  remove: (id: string | number) => void
}

type Provider = {
  address: string
  /** The name of the script's global in `window`. */
  global: 'grecaptcha' | 'hcaptcha' | 'turnstile'
  show: (script: Script, container: HTMLElement, siteKey: string) => Shown
}

export const providers: Record<HostedKind, Provider> = {
  recaptcha: {
    address: 'https://www.google.com/recaptcha/api.js',
    global: 'grecaptcha',
    show(script, container, sitekey) {
      // Invisible except for a badge. Its token expires after two minutes, so it is requested on
      // submit.
      const id = script.render(container, {
        sitekey,
        size: 'invisible',
        badge: 'inline',
        theme: 'dark',
      })
      return {
        token: async () => asToken(await script.execute(id, { action: captchaAction })),
        renew() {},
        remove() {},
      }
    },
  },
  hcaptcha: {
    address: 'https://js.hcaptcha.com/1/api.js',
    global: 'hcaptcha',
    show(script, container, sitekey) {
      const size = container.clientWidth < 303 ? 'compact' : 'normal'
      const id = script.render(container, { sitekey, size, theme: 'dark' })
      return {
        async token() {
          const won = script.getResponse(id)
          if (won) return won
          // Opens the challenge if the visitor has not ticked the box.
          const result = (await script.execute(id, { async: true })) as {
            response?: unknown
          } | null
          return asToken(result?.response)
        },
        renew: () => script.reset(id),
        remove: () => script.remove(id),
      }
    },
  },
  turnstile: {
    address: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    global: 'turnstile',
    show(script, container, sitekey) {
      // Starts automatically and renews its token when it expires.
      let token: string | null = null
      let waiting: ((token: string | null) => void)[] = []
      const settle = (next: string | null) => {
        token = next
        for (const resolve of waiting) resolve(next)
        waiting = []
      }
      const id = script.render(container, {
        sitekey,
        action: captchaAction,
        size: container.clientWidth < 300 ? 'compact' : 'flexible',
        theme: 'dark',
        'response-field': false,
        callback: settle,
        'expired-callback': () => (token = null),
        'timeout-callback': () => settle(null),
        'error-callback': () => settle(null),
      })
      return {
        token: async () => token ?? new Promise((resolve) => waiting.push(resolve)),
        renew() {
          token = null
          script.reset(id)
        },
        remove: () => script.remove(id),
      }
    },
  },
}

function asToken(value: unknown): string | null {
  return typeof value === 'string' && value ? value : null
}
