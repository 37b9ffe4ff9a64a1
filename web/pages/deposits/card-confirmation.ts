import type { CardQuestion } from './machine.ts'
import { trustScripts } from '../../parts/trusted-scripts.ts'
import { t } from '../../texts/texts.ts'

/**
 * Enters and confirms a card in Stripe's form, inside Stripe's iframe, so that no card number ever reaches our
 * page. The only module that uses Stripe.js; the sandbox does not need it.
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
  /** Returns null when the issuer has accepted (the outcome follows by webhook), else an error message. */
  readonly confirm: () => Promise<string | null>
  readonly remove: () => void
}

let loading: Promise<void> | undefined

const loadStripe = (): Promise<void> =>
  (loading ??= new Promise<void>((resolve, reject) => {
    trustScripts()
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

/** Mounts Stripe's form in `at`. Rejects when Stripe.js cannot be loaded. */
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
