import type { CardQuestion } from './machine.ts'
import { t } from '../../texts/texts.ts'

/**
 * Where a card is entered and confirmed with Stripe: their form in a frame of theirs, so that no card
 * number ever touches our page. The only place that knows Stripe.js; the sandbox does without.
 */
const STRIPE_JS = 'https://js.stripe.com/v3/'

interface StripeElements {
  readonly create: (type: 'payment') => { mount: (at: HTMLElement) => void; destroy: () => void }
}
interface StripeClient {
  readonly elements: (options: {
    clientSecret: string
    appearance: { theme: 'stripe' | 'night' }
  }) => StripeElements
  readonly confirmPayment: (options: {
    elements: StripeElements
    redirect: 'if_required'
    confirmParams: { return_url: string }
  }) => Promise<{ error?: { message?: string } }>
}

declare global {
  var Stripe: ((publishableKey: string) => StripeClient) | undefined
}

export interface CardForm {
  /** Null: the issuer has accepted; the payment's outcome follows by webhook. Else what is wrong. */
  readonly confirm: () => Promise<string | null>
  readonly remove: () => void
}

let loading: Promise<void> | undefined

const loadStripe = (): Promise<void> =>
  (loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = STRIPE_JS
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      loading = undefined
      script.remove()
      reject(new Error('Stripe.js could not be loaded'))
    })
    document.head.append(script)
  }))

/** Puts Stripe's form into an element of ours. Rejects when it can't be loaded. */
export const mountCardForm = async (
  { clientSecret, publishableKey }: NonNullable<CardQuestion['stripe']>,
  at: HTMLElement,
): Promise<CardForm> => {
  await loadStripe()
  if (globalThis.Stripe === undefined) throw new Error('Stripe.js did not start')
  const stripe = globalThis.Stripe(publishableKey)
  const dark = document.documentElement.dataset['theme'] === 'dark-violet'
  const elements = stripe.elements({ clientSecret, appearance: { theme: dark ? 'night' : 'stripe' } })
  const form = elements.create('payment')
  form.mount(at)
  return {
    confirm: async () => {
      const { error } = await stripe.confirmPayment({
        elements,
        redirect: 'if_required',
        confirmParams: { return_url: `${location.origin}/wallet` },
      })
      return error === undefined ? null : (error.message ?? t('The card was not accepted.'))
    },
    remove: () => form.destroy(),
  }
}
