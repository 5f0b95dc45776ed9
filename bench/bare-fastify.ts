/**
 * The minimum that Fastify needs to accept a JSON body and respond with another. Optionally with
 * one indexed read, and with one signature verified and one created.
 */
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import pg from 'pg'

type Given = {
  answer: object
  read?: { databaseUrl: string; sql: string; values: unknown[] }
  signs: boolean
}

const [{ answer, read, signs }] = (await once(process, 'message')) as [Given]
const pool = read && new pg.Pool({ connectionString: read.databaseUrl, max: 10 })
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const bytes = Buffer.from(JSON.stringify(answer))
const signature = sign(null, bytes, privateKey)
const app = fastify()
app.post('/', async (_request, reply) => {
  if (signs && verify(null, bytes, publicKey, signature))
    reply.header('signature', sign(null, bytes, privateKey).toString('base64url'))
  if (pool) await pool.query({ name: 'read', text: read.sql, values: read.values })
  return answer
})
await app.listen({ port: 0, host: 'localhost' })
process.send?.((app.server.address() as AddressInfo).port)
