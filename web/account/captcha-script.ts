import { type HostedKind, providers } from './captcha-providers.ts'

type Script = Parameters<(typeof providers)[HostedKind]['show']>[0]

const loading = new Map<HostedKind, Promise<Script>>()

/** Loads the provider's script when the first form needs it. Rejects if it cannot be loaded. */
export function loadCaptcha(kind: HostedKind): Promise<Script> {
  const known = loading.get(kind)
  if (known) return known
  const loaded = fetchScript(kind)
  loading.set(kind, loaded)
  loaded.catch(() => loading.delete(kind))
  return loaded
}

function fetchScript(kind: HostedKind): Promise<Script> {
  const { address, global } = providers[kind]
  return new Promise((resolve, reject) => {
    const names = window as unknown as Record<string, unknown>
    const script = document.createElement('script')
    // All three scripts call this when they are ready, which is later than the script's load event.
    const ready = `${global}Ready`
    names[ready] = () => {
      delete names[ready]
      resolve(names[global] as Script)
    }
    script.src = `${address}?render=explicit&onload=${ready}`
    script.onerror = () => {
      script.remove()
      reject(new Error(`${address} could not be loaded`))
    }
    document.head.append(script)
  })
}
