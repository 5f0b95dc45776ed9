import type { FastifyInstance } from 'fastify'
import { isOwnRequest } from '../access.ts'
import { actOnInvoice } from '../btcpay/actions.ts'
import { invoiceBody } from '../btcpay/invoices.ts'
import { actOnClaim, claimBody } from '../btcpay/pull-payments.ts'
import { discordControl } from '../discord/control.ts'
import { listMessages } from '../mail/mailbox.ts'
import { ClockStays, move } from '../move.ts'
import { NotNow } from '../not-now.ts'
import { paymentActions } from '../nowpayments/actions.ts'
import { statusBody } from '../nowpayments/payments.ts'
import type { Sandbox } from '../sandbox.ts'
import { actionDetails, actOnOrder, actOnSession } from '../stripe/actions.ts'
import { actOnCard, actOnPayment } from '../stripe/card-actions.ts'
import { invalidRequest, StripeFailure } from '../stripe/errors.ts'
import { parseForm } from '../stripe/form.ts'
import { readIntent } from '../stripe/payments.ts'
import { refundActions } from '../stripe/refunds.ts'
import { readSession } from '../stripe/sessions.ts'
import { applySwitches, resetSwitches, switchesPatch } from '../switches.ts'
import { readBooks } from './books.ts'
import { finish } from './finish.ts'

type ActionRequest = {
  Params: { id: string; action: string }
  /** With `wait=true`, the response is sent after the first attempt of the webhooks. */
  Querystring: { wait?: string }
}

/**
 * The control API under `/control`. Tests and the sandbox's own pages trigger events through it.
 */
export function controlRoutes(sandbox: Sandbox) {
  const { switches, stripe, crypto, btcpay, mailbox, courier, clock } = sandbox

  return async (app: FastifyInstance): Promise<void> => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, parseForm(String(body))),
    )
    app.addHook('onRequest', async (request, reply) => {
      if (!isOwnRequest(request))
        return reply.code(403).send({ detail: 'Web pages may not control the sandbox' })
    })
    app.setErrorHandler((error, request, reply) => {
      const known =
        error instanceof NotNow || error instanceof StripeFailure || error instanceof ClockStays
      if (!known) request.log.error(error)
      const status = error instanceof StripeFailure ? error.status : known ? 409 : 500
      return reply.code(status).send({ detail: known ? error.message : 'The sandbox failed' })
    })

    app.get('/clock', () => clock.read())
    app.post('/clock', async (request, reply) => {
      const wanted = move.safeParse(request.body ?? {})
      if (!wanted.success)
        return reply
          .code(422)
          .send({ detail: 'Say how many seconds, days or months, or to: renewal' })
      await clock.move(wanted.data)
      return finish(request, reply, clock.read())
    })

    /** The money that the stand-ins hold for an order or for each, independently of their webhooks. */
    app.get<{ Querystring: { order?: string } }>('/books', ({ query }) =>
      readBooks(sandbox, query.order),
    )

    app.get('/switches', () => switches)
    app.post<ActionRequest>('/switches', async (request, reply) => {
      const patch = switchesPatch.safeParse(request.body ?? {})
      if (!patch.success)
        return reply.code(422).send({ detail: patch.error.issues[0]?.message ?? 'Bad switches' })
      const applied = applySwitches(switches, patch.data)
      if (request.query.wait === 'true') await courier.idle()
      return finish(request, reply, applied)
    })
    app.post('/reset', (request, reply) => finish(request, reply, resetSwitches(switches)))

    app.post<ActionRequest>('/stripe/sessions/:id/:action', async (request, reply) => {
      const { id, action } = request.params
      if (action === 'redeliver') {
        readSession(stripe, id)
        courier.redeliver(id)
      } else {
        const details = actionDetails.safeParse(request.body ?? {})
        if (!details.success) throw invalidRequest('Say the amount, with at most two decimals.')
        actOnSession(stripe, id, action, details.data)
      }
      if (request.query.wait === 'true') await courier.idle()
      return finish(request, reply, readSession(stripe, id).session)
    })

    /** The same by the shop's order number, for any card payment of the order. */
    app.post<ActionRequest>('/stripe/orders/:id/:action', async (request, reply) => {
      const { id, action } = request.params
      const details = actionDetails.safeParse(request.body ?? {})
      if (!details.success) throw invalidRequest('Say the amount, with at most two decimals.')
      const paid = actOnOrder(stripe, id, action, details.data)
      if (request.query.wait === 'true') await courier.idle()
      return finish(request, reply, paid)
    })

    app.post<ActionRequest>('/stripe/refunds/:id/:action', async (request, reply) => {
      const { id, action } = request.params
      const act = refundActions[action]
      if (!act) throw invalidRequest(`There is no action ${action}.`, {}, 404)
      const refund = act(stripe, id)
      if (request.query.wait === 'true') await courier.idle()
      return finish(request, reply, refund)
    })

    /** The evidence that the shop has sent to the bank, with its files. */
    app.get<{ Params: { id: string } }>('/stripe/disputes/:id', (request) => {
      const dispute = stripe.disputes.get(request.params.id)
      if (!dispute) throw invalidRequest('There is no such dispute.', {}, 404)
      return { evidence: dispute.evidence, files: stripe.files.all() }
    })

    app.post<ActionRequest>('/stripe/cards/:id/:action', async (request, reply) => {
      const { id, action } = request.params
      const card = actOnCard(stripe, id, action, request.body ?? {})
      if (request.query.wait === 'true') await courier.idle()
      return finish(request, reply, card)
    })

    app.post<ActionRequest>('/stripe/payments/:id/:action', async (request, reply) => {
      const { id, action } = request.params
      if (action === 'redeliver') courier.redeliver(readIntent(stripe, id).id)
      else {
        const details = actionDetails.safeParse(request.body ?? {})
        if (!details.success) throw invalidRequest('Say the amount, with at most two decimals.')
        actOnPayment(stripe, id, action, details.data)
      }
      if (request.query.wait === 'true') await courier.idle()
      return finish(request, reply, readIntent(stripe, id))
    })

    app.post<ActionRequest>('/nowpayments/payments/:id/:action', async (request, reply) => {
      const { id, action } = request.params
      const payment = crypto.payments.get(id)
      const act = paymentActions[action]
      if (!payment || (!act && action !== 'redeliver'))
        return reply.code(404).send({ detail: payment ? 'Unknown action' : 'Unknown payment' })
      const after = act ? act(crypto, payment) : payment
      if (!act) courier.redeliver(id)
      if (request.query.wait === 'true') await courier.idle()
      return finish(request, reply, statusBody(after))
    })

    app.post<ActionRequest>('/btcpay/invoices/:id/:action', async (request, reply) => {
      const { id, action } = request.params
      const invoice = btcpay.invoices.get(id)
      if (!invoice) return reply.code(404).send({ detail: 'Unknown invoice' })
      const again = action === 'redeliver'
      const after = again ? invoice : actOnInvoice(btcpay, invoice, action)
      if (again) courier.redeliver(id)
      if (request.query.wait === 'true') await courier.idle()
      return finish(request, reply, invoiceBody(after, btcpay.storeId))
    })

    app.post<ActionRequest>('/btcpay/payouts/:id/:action', (request, reply) => {
      const { id, action } = request.params
      const one = btcpay.pullPayments.claims.get(id)
      if (!one) return reply.code(404).send({ detail: 'Unknown payout' })
      return finish(request, reply, claimBody(actOnClaim(btcpay.pullPayments, one, action)))
    })
    app.get('/btcpay/payouts', () => ({
      payouts: btcpay.pullPayments.claims.all().map(claimBody),
    }))

    discordControl(app, sandbox)

    app.get<{ Querystring: { subject?: string } }>('/deliveries', ({ query }) => ({
      deliveries: courier.deliveries
        .all()
        .filter(({ subject }) => !query.subject || subject === query.subject),
    }))

    app.get<{ Querystring: { to?: string } }>('/mail', ({ query }) => ({
      messages: listMessages(mailbox, query.to),
    }))
    app.get<{ Params: { id: string } }>('/mail/:id', ({ params }, reply) => {
      return mailbox.get(params.id) ?? reply.code(404).send({ detail: 'Unknown message' })
    })
    app.delete('/mail', (_request, reply) => {
      mailbox.clear()
      return reply.code(204).send()
    })
    // POST, because a form cannot send DELETE.
    app.post('/mail/clear', (request, reply) => {
      mailbox.clear()
      return finish(request, reply, {})
    })
  }
}
