import type { TestShop } from '#server/kernel/testing/shop.ts'
import { createApiKey } from '#server/platform/api-keys/keys.ts'
import { sha256Of } from './upload-desk.ts'

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** With its own API key, `ci`. `upload` sends a release in one piece. */
export async function pipeline(shop: TestShop) {
  const key = await createApiKey(shop.db, 'ci', ['upload_releases'])
  return {
    key,
    async upload(version: string, payload: Buffer, more = {}, query = {}) {
      const answer = await shop.app.inject({
        method: 'POST',
        url: '/api/releases/',
        query: { version, notes: 'Faster.', sha256: sha256Of(payload), ...query },
        headers: { ...bearer(key), 'content-type': 'application/octet-stream', ...more },
        payload,
      })
      return { status: answer.statusCode, body: answer.json() }
    },
  }
}
