import type { FastifyInstance } from 'fastify'

/** What the pages never use, so that nothing within them can. Payment is left to Stripe's frames. */
const features = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'magnetometer']
  .concat('microphone', 'midi', 'usb', 'browsing-topics')
  .map((feature) => `${feature}=()`)
  .join(', ')

export function denyFeatures(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', features)
    done()
  })
}

/** Answers of the API are data: opened as a page they run, load and frame nothing. */
export function runNothing(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    done()
  })
}
