import clsx from 'clsx'
import { Clock, TriangleAlert, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCoins, type PaymentInfo, worthOf } from '../../account/orders/payment-info.ts'
import { formatCounted, formatPrice } from '../../format.ts'
import { QrCode } from '../../qr/qr-code.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { formatSeconds } from '../../ui/countdown.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { paymentUri, walletLink } from './payment-uri.ts'

type TransferProps = {
  info: PaymentInfo
  /** The amount to send now. Null if it depends on the exchange rate when the coins arrive. */
  coins: number | null
  /** Seconds left in the payment window, or null if it has no countdown. */
  secondsLeft: number | null
}

/** Shows the amount, the address and the time left. */
export function Transfer({ info, coins, secondsLeft }: TransferProps) {
  const lightning = info.cryptoCode === 'btcln'
  const link = walletLink(info, coins)
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b pb-5">
        <p role="status" className="flex items-center gap-3 font-[600]">
          <Spinner className="text-signal" />
          Waiting for payment...
        </p>
        {secondsLeft !== null && (
          <p className="flex items-center gap-2 text-soft tabular-nums">
            <Clock size={18} aria-hidden="true" className="text-faint" />
            <span className="sr-only">Time left: </span>
            <span role="timer" className="font-[650] text-ink text-lg">
              {formatSeconds(secondsLeft)}
            </span>
          </p>
        )}
      </div>
      {secondsLeft !== null && <Reminder secondsLeft={secondsLeft} />}
      {/* On a phone the memo comes before the QR code, which is for another device anyway. */}
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-6 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-8">
        <dl className="grid gap-6">
          {coins !== null && (
            <Copyable
              name={`Send exactly, in ${info.cryptoName}`}
              text={formatCoins(coins)}
              what="Amount"
              detail={
                coins < info.cryptoAmount
                  ? `≈ ${formatPrice(worthOf(info, coins))}, the rest of ${formatPrice(info.amount)}`
                  : `≈ ${formatPrice(info.amount)} for the whole order`
              }
            >
              <span className="display text-[clamp(1.5rem,6vw,2rem)]">
                {formatCoins(coins)} <span className="text-[0.65em]">{info.cryptoSymbol}</span>
              </span>
            </Copyable>
          )}
          <Copyable
            name={lightning ? 'To this invoice' : 'To this address'}
            text={info.cryptoAddress}
            what={lightning ? 'Invoice' : 'Address'}
          >
            <span className="font-mono text-[0.9375rem] leading-6">{info.cryptoAddress}</span>
          </Copyable>
        </dl>
        {info.memo !== null && <Memo memo={info.memo} />}
        <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-4 sm:col-start-2 sm:row-start-1">
          <QrCode
            text={paymentUri(info, coins)}
            label="QR code for your wallet"
            className="notch-4 aspect-square w-40 max-w-full overflow-clip rounded-md"
          />
          {/* A phone cannot scan a QR code on its own screen. */}
          {link && (
            <a
              href={link}
              className={clsx(buttonClass(), 'max-sm:order-first max-sm:w-full sm:w-40 sm:px-0')}
            >
              <Wallet size={18} aria-hidden="true" />
              Open in wallet
            </a>
          )}
        </div>
      </div>
      <p className="mt-6 border-line border-t pt-5 text-faint text-sm leading-6">
        Send {info.cryptoName} only, {info.actuallyPaid > 0 ? 'the rest ' : ''}in one transfer. Your
        wallet adds its fee. This page updates when we detect the transfer. You can leave and return
        from Orders.
      </p>
    </Card>
  )
}

function Memo({ memo }: { memo: string }) {
  return (
    <div className="rounded-md border border-warning/50 bg-warning/8 px-4 pt-3 pb-2 sm:col-span-2">
      <p className="mb-3 flex gap-3 text-[0.9375rem]">
        <TriangleAlert size={20} aria-hidden="true" className="shrink-0 text-warning" />
        <span>
          You must include this memo in the transfer. Without it, we cannot match the payment to
          your order, and it may be lost.
        </span>
      </p>
      <dl>
        <Copyable name="Memo or destination tag" text={memo} what="Memo">
          <span className="font-mono text-lg">{memo}</span>
        </Copyable>
      </dl>
    </div>
  )
}

type CopyableProps = {
  name: string
  text: string
  /** The name of the copied value in the toast. */
  what: string
  detail?: string
  children: ReactNode
}

function Copyable({ name, text, what, detail, children }: CopyableProps) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd className="mt-1 flex items-center justify-between gap-3">
        <span className="min-w-0 break-all tabular-nums">{children}</span>
        <CopyButton
          text={text}
          label={`Copy ${what.toLowerCase()}`}
          copied={`${what} copied to clipboard`}
          failed={`Failed to copy ${what.toLowerCase()}`}
        />
      </dd>
      {detail && <dd className="text-faint text-sm">{detail}</dd>}
    </div>
  )
}

const reminders = [10, 5, 1]

/** Announces the remaining time to screen readers now and then. Every second would be too often. */
function Reminder({ secondsLeft }: { secondsLeft: number }) {
  const minutes = Math.ceil(secondsLeft / 60)
  return (
    <p role="status" className="sr-only">
      {reminders.includes(minutes) && `${formatCounted(minutes, 'minute')} left`}
    </p>
  )
}
