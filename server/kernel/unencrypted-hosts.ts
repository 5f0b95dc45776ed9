import { serverUrls } from './servers.ts'

/**
 * Lists the other machines that these connection URLs name without `sslmode`, so that passwords and
 * data cross the network unencrypted. `sslmode=disable` is the operator's decision.
 */
export function listUnencryptedHosts(urls: readonly (string | undefined)[]): string[] {
  const hosts = urls
    .flatMap((url) => (url ? serverUrls(url) : []))
    .flatMap((url) => {
      const [, host = '', query = ''] =
        /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^:/?#]*)[^?]*\??(.*)$/s.exec(url) ?? []
      const parameters = new URLSearchParams(query)
      const isEncrypted = ['sslmode', 'ssl'].some((name) => parameters.has(name))
      const named = parameters.get('host') ?? decodeURIComponent(host)
      return isEncrypted || isHere(named) ? [] : [named]
    })
  return [...new Set(hosts)]
}

/** An empty host or a path is a socket. */
const isHere = (host: string) =>
  host === '' || /^(\/|localhost$|127\.\d+\.\d+\.\d+$|\[?::1\]?$)/.test(host)
