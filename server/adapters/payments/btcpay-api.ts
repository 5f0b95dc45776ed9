import { jsonApi } from './json-api.ts'

export type BtcpayAccess = {
  /** The server's URL, without `/api`. */
  url: string
  apiKey: string
  storeId: string
  timeoutMs?: number
}

/** Calls the server's Greenfield API. `store` is the path of the shop's store. */
export function btcpayApi({ url, apiKey, storeId, timeoutMs }: BtcpayAccess) {
  const ask = jsonApi({
    provider: 'BTCPay Server',
    url,
    headers: { authorization: `token ${apiKey}` },
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  return { ask, store: `/api/v1/stores/${encodeURIComponent(storeId)}` }
}
