import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'

const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}
const frameFiles = [
  'card-fields.js',
  'card.html',
  'card.js',
  'challenge.html',
  'challenge.js',
  'frames.css',
]
/** In order of their dependencies. */
const pageModules = [
  'wire.js',
  'payment-element.js',
  'challenge-frame.js',
  'total-reads.js',
  'checkout.js',
  'intents.js',
  'stripe.js',
]

function readSource(name: string): string {
  return readFileSync(new URL(`js/${name}`, import.meta.url), 'utf8')
}

/** Joins the modules into one classic script, as pages expect of Stripe.js. */
function joinModules(): string {
  const sources = pageModules.map((name) =>
    readSource(name)
      .replace(/^import .*\n/gm, '')
      .replace(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\n${sources.join('\n')}\n})()\n`
}

/** Serves the stand-in for Stripe.js and its frames under `/stripe/js`. */
export function stripeScripts(siteUrl: string) {
  const shop = new URL(siteUrl).origin
  return async (app: FastifyInstance): Promise<void> => {
    const script = joinModules()
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      reply.header('cross-origin-resource-policy', 'cross-origin')
      reply.header(
        'content-security-policy',
        `default-src 'self'; frame-ancestors ${shop} http://localhost:* http://127.0.0.1:*`,
      )
    })
    app.get('/stripe.js', (_request, reply) => reply.type(types.js!).send(script))
    for (const name of frameFiles) {
      const source = readSource(name)
      const type = types[name.split('.').at(-1)!]!
      app.get(`/${name}`, (_request, reply) => reply.type(type).send(source))
    }
  }
}
