import { operatorSettings } from '../../data/operator.ts'
import { useAsync } from '../../data/use-async.ts'
import { t } from '../../texts/texts.ts'
import { Card } from '../../ui/card.tsx'

const load = () => operatorSettings.load({ minPosition: undefined })

/** After the model texts of Regulation E (12 CFR part 1005, appendix A: ). */
const rights = () => [
  {
    title: t('If something is wrong with a payment'),
    texts: [
      t(
        'If you think that a payment, a receipt or a statement is wrong, or need to know more about one, open the payment and choose “Something is wrong”, or call or write to us, as soon as you can. We must hear from you within 60 days after the first statement on which it appeared. Tell us your name, which payment it is and its amount, and why you think that it is wrong.',
      ),
      t(
        'Within 10 business days after we heard from you we find out whether there was an error, and correct it at once. If we need more time, we may take up to 45 days; then you have the amount that you think is wrong in your wallet after those 10 business days, to use while we look into it. In the first 30 days after the first deposit into your wallet, 10 business days are 20, and 45 days are 90. We tell you what we found within three business days. If there was no error, we say why in writing, and you can ask for copies of what we looked at.',
      ),
    ],
  },
  {
    title: t('If somebody else paid with your wallet'),
    texts: [
      t(
        'Tell us at once if you think that somebody has used your wallet without your permission, or could. Calling is the fastest way. If you tell us within 2 business days after you learn of it, you lose $50 at most. If you do not, and we can show that we could have stopped it, you lose $500 at most. If a statement has payments that you did not make, tell us within 60 days after you got it: what is lost after that you may not get back. If you had a good reason to be late, such as a long journey or an illness, you have longer.',
      ),
    ],
  },
  {
    title: t('Receipts and statements'),
    texts: [
      t(
        'Each payment has a receipt in your wallet: its day and amount, from whom to whom, what kind it is and what it cost. Each month has a statement.',
      ),
    ],
  },
  {
    title: t('Payments that are made for you'),
    texts: [
      t(
        'Auto-pay pays your bills from your pools, and from your wallet where you allow it. You can stop such a payment: switch auto-pay off before it is made, or call or write to us three business days before it at the latest. If you told us in that time and we do not stop it, we are liable for your losses.',
      ),
      t(
        'Bills vary. When a bill is issued, a notification tells you its amount and when it is due; auto-pay begins three days before that day.',
      ),
    ],
  },
]

/** What members in the US have to be told about electronic payments, with whom to call and write to. */
export function YourRights() {
  const operator = useAsync(load).value?.value
  return (
    <Card id="rights" title={t('Errors, and your rights')}>
      <p aria-busy={operator === undefined} className="min-h-6">
        {operator !== undefined && <WhereToTurn {...operator} />}
      </p>
      <div className="mt-5 gap-10 *:break-inside-avoid *:not-last:mb-5 lg:columns-2">
        {rights().map(({ title, texts }) => (
          <section key={title} className="grid gap-2">
            <h3 className="font-semibold">{title}</h3>
            {texts.map((text) => (
              <p key={text} className="text-muted">
                {text}
              </p>
            ))}
          </section>
        ))}
        <p className="text-sm text-muted">
          {t('These are rights under US law, for payments from and to accounts of persons.')}
        </p>
      </div>
    </Card>
  )
}

function WhereToTurn({
  name = null,
  address = null,
  phone = null,
}: {
  name?: string | null | undefined
  address?: string | null | undefined
  phone?: string | null | undefined
}) {
  return (
    <span>
      {name === null || address === null || phone === null
        ? t('Whoever runs this Youtility has not said yet where to call and where to write.')
        : t('Call {phone}, or write to {name}, {address}.', { phone, name, address })}
    </span>
  )
}
