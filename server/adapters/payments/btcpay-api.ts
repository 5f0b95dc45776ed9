import { jsonApi } from './json-api.ts'

export type BtcpayAccess = {
  /** Of the server, without `/api`. */
  url: string
  apiKey: string
  storeId: string
  timeoutMs?: number
}

/** The server's Greenfield API, and the path of the shop's store in it. */
export function btcpayApi({ url, apiKey, storeId, timeoutMs }: BtcpayAccess) {
  const ask = jsonApi({
    provider: 'BTCPay Server',
    url,
    headers: { authorization: `token ${apiKey}` },
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  return { ask, store: `/api/v1/stores/${encodeURIComponent(storeId)}` }
}
