import {
  CreditCard,
  Ellipsis,
  HandHelping,
  Landmark,
  Plus,
  QrCode,
  Send as SendIcon,
  SendHorizontal,
  UsersRound,
} from 'lucide-react'
import type { ComponentProps, RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RoundAction } from '../../ui/round-action.tsx'
import type { AddFunds } from '../deposits/add-funds.tsx'
import type { Send } from './send/send-place.tsx'
import type { Withdraw } from './withdraw/withdraw-place.tsx'
import { meant, t } from '../../texts/texts.ts'

interface FirstActionsProps {
  readonly send: Send
  readonly funds: AddFunds
  readonly withdraw: Withdraw
  readonly sendButton: RefObject<HTMLButtonElement | null>
  readonly addButton: RefObject<HTMLButtonElement | null>
  readonly withdrawButton: RefObject<HTMLButtonElement | null>
}

interface MoreActionsProps {
  readonly send: Send
  readonly funds: AddFunds
  readonly openLink: (from: HTMLElement) => void
  readonly askTogether: (from: HTMLElement) => void
}

function MoreAction(opener: ComponentProps<'button'>) {
  return (
    <RoundAction {...opener} icon={<Ellipsis />} className="grow">
      {t('More')}
    </RoundAction>
  )
}

/** On phones, what the wallet is for: three round actions below the balance, and the rest behind a fourth. */
export function RoundActions({
  send,
  funds,
  withdraw,
  openLink,
  askTogether,
  sendButton,
  addButton,
}: Omit<FirstActionsProps, 'withdrawButton'> & MoreActionsProps) {
  return (
    <div className="grid grid-cols-4 gap-1">
      <RoundAction
        ref={sendButton}
        icon={<SendIcon />}
        tone="bg-primary text-on-primary"
        aria-label={t('Send Funds')}
        onClick={(event) => send.start(event.currentTarget)}
      >
        {meant('an action', 'Send')}
      </RoundAction>
      <RoundAction
        icon={<HandHelping />}
        onClick={(event) => funds.start(event.currentTarget, 'internal_transfer')}
      >
        {meant('an action', 'Request')}
      </RoundAction>
      <RoundAction ref={addButton} icon={<Plus />} onClick={(event) => funds.start(event.currentTarget)}>
        {t('Add Funds')}
      </RoundAction>
      <Menu
        label={t('More')}
        Trigger={MoreAction}
        items={[
          {
            label: meant('money, to a bank', 'Withdraw'),
            icon: <Landmark />,
            onSelect: withdraw.start,
          },
          { label: t('Split a bill'), icon: <UsersRound />, onSelect: askTogether },
          { label: t('Payment Link'), icon: <QrCode />, onSelect: openLink },
          {
            label: t('Send Any Currency'),
            icon: <SendHorizontal />,
            onSelect: (from) => send.start(from, { variant: 'any' }),
          },
          { label: t('Add USD'), icon: <CreditCard />, onSelect: (from) => funds.start(from, 'card') },
        ]}
      />
    </div>
  )
}

/** On larger screens, all of the wallet's actions beside its headline. */
export function WalletActions({
  send,
  funds,
  withdraw,
  openLink,
  askTogether,
  sendButton,
  addButton,
  withdrawButton,
}: FirstActionsProps & MoreActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 *:whitespace-nowrap">
      <Button ref={sendButton} icon={<SendIcon />} onClick={(event) => send.start(event.currentTarget)}>
        {t('Send Funds')}
      </Button>
      <Button
        variant="secondary"
        icon={<HandHelping />}
        onClick={(event) => funds.start(event.currentTarget, 'internal_transfer')}
      >
        {meant('an action', 'Request')}
      </Button>
      <Button
        ref={addButton}
        variant="secondary"
        icon={<Plus />}
        onClick={(event) => funds.start(event.currentTarget)}
      >
        {t('Add Funds')}
      </Button>
      <Button
        ref={withdrawButton}
        variant="secondary"
        icon={<Landmark />}
        onClick={(event) => withdraw.start(event.currentTarget)}
      >
        {meant('money, to a bank', 'Withdraw')}
      </Button>
      <Button
        variant="quiet"
        className="px-2.5!"
        icon={<UsersRound />}
        onClick={(event) => askTogether(event.currentTarget)}
      >
        {t('Split a bill')}
      </Button>
      <Button
        variant="quiet"
        className="px-2.5!"
        icon={<QrCode />}
        onClick={(event) => openLink(event.currentTarget)}
      >
        {t('Payment Link')}
      </Button>
      <Button
        variant="quiet"
        className="px-2.5!"
        onClick={(event) => send.start(event.currentTarget, { variant: 'any' })}
      >
        {t('Send Any Currency')}
      </Button>
      <Button
        variant="quiet"
        className="px-2.5!"
        onClick={(event) => funds.start(event.currentTarget, 'card')}
      >
        {t('Add USD')}
      </Button>
    </div>
  )
}
