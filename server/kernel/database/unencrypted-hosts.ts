type Urls = {
  databaseUrl?: string | undefined
  databaseDirectUrl?: string | undefined
  databaseReplicaUrl?: string | undefined
}

/** Other machines whose URL lacks `sslmode`: setting it, or `PGSSLMODE`, is a deliberate choice. */
export function listUnencryptedHosts(urls: Urls): string[] {
  if (process.env.PGSSLMODE) return []
  const hosts = [urls.databaseUrl, urls.databaseDirectUrl, urls.databaseReplicaUrl].flatMap(
    (url) => {
      if (!url) return []
      const [, host = '', query = ''] =
        /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^:/?#]*)[^?]*\??(.*)$/s.exec(url) ?? []
      const parameters = new URLSearchParams(query)
      const isEncrypted = ['sslmode', 'ssl'].some((name) => parameters.has(name))
      const named = parameters.get('host') ?? decodeURIComponent(host)
      return isEncrypted || isHere(named) ? [] : [named]
    },
  )
  return [...new Set(hosts)]
}

/** An empty host or a path is a socket. */
const isHere = (host: string) =>
  host === '' || /^(\/|localhost$|127\.\d+\.\d+\.\d+$|\[?::1\]?$)/.test(host)
